// SPDX-License-Identifier: MIT
#include "app/socket/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/host.h"

#define BACKLOG 128
#define MAX_PORT 65535
// Bytes that the kernel may hold unsent before a connection counts as unwritable: enough to keep it
// busy, little enough that the waiting data is not old.
#define UNSENT_BYTES (64 * 1024)

typedef union Address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
} Address;

// Numeric addresses only: looking up a name would reach out to the network.
static vlResult readAddress(const char* text, Address* address, socklen_t* size)
{
    struct addrinfo hints, *found = NULL;
    memset(&hints, 0, sizeof hints);
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICHOST | AI_PASSIVE;
    int error = getaddrinfo(text, NULL, &hints, &found);
    if (error != 0) {
        return error == EAI_MEMORY ? VL_ERROR_MEMORY : VL_ERROR_ARGUMENT;
    }
    bool fits = found->ai_addrlen <= sizeof *address;
    if (fits) {
        memset(address, 0, sizeof *address);
        memcpy(address, found->ai_addr, found->ai_addrlen);
        *size = found->ai_addrlen;
    }
    freeaddrinfo(found);
    return fits ? VL_OK : VL_ERROR_ARGUMENT;
}

static void setPort(Address* address, int port)
{
    if (address->any.sa_family == AF_INET6) {
        address->v6.sin6_port = htons((uint16_t)port);
    } else {
        address->v4.sin_port = htons((uint16_t)port);
    }
}

static bool isLoopback(const Address* address)
{
    if (address->any.sa_family != AF_INET6) {
        return ntohl(address->v4.sin_addr.s_addr) >> 24 == 127;
    }
    const struct in6_addr* v6 = &address->v6.sin6_addr;
    return IN6_IS_ADDR_LOOPBACK(v6) || (IN6_IS_ADDR_V4MAPPED(v6) && v6->s6_addr[12] == 127);
}

static bool isAnyAddress(const char* host)
{
    return strcmp(host, "0.0.0.0") == 0 || strcmp(host, "[::]") == 0;
}

static void writeHost(const Address* address, char* host, size_t size)
{
    char text[INET6_ADDRSTRLEN] = "";
    bool isV6 = address->any.sa_family == AF_INET6;
    const void* bits = isV6 ? (const void*)&address->v6.sin6_addr : &address->v4.sin_addr;
    (void)inet_ntop(address->any.sa_family, bits, text, sizeof text);
    (void)snprintf(host, size, isV6 ? "[%s]" : "%s", text);
}

// A listening socket at the address, or -1 with errno set.
static int openSocket(const Address* address, socklen_t size)
{
    int fd = socket(address->any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        return -1;
    }
    // A server started again may use its port while old connections still time out.
    int on = 1;
    (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(fd, &address->any, size) != 0 || listen(fd, BACKLOG) != 0) {
        int why = errno;
        (void)close(fd);
        errno = why;
        return -1;
    }
    return fd;
}

static int findPort(int fd)
{
    Address address;
    socklen_t size = sizeof address;
    memset(&address, 0, sizeof address);
    if (getsockname(fd, &address.any, &size) != 0) {
        return 0;
    }
    return ntohs(address.any.sa_family == AF_INET6 ? address.v6.sin6_port : address.v4.sin_port);
}

vlResult vlListen_Open(const vlListenDef* def, int* fd, vlAccess* access, char* message,
                       size_t messageSize)
{
    const char* text = vlHost_ToNumeric(def->address != NULL ? def->address : "127.0.0.1");
    Address address;
    socklen_t size = 0;
    vlResult r = readAddress(text, &address, &size);
    if (r == VL_ERROR_MEMORY) {
        (void)snprintf(message, messageSize, "%s", vlResult_Text(r));
        return r;
    }
    if (r != VL_OK) {
        (void)snprintf(message, messageSize,
                       "'%s' is not an address; expected a numeric one, or localhost", text);
        return r;
    }
    int last = def->port != 0 ? def->port + def->portTries : 0;
    last = last > MAX_PORT ? MAX_PORT : last;
    int opened = -1;
    for (int port = def->port; port <= last && opened < 0; ++port) {
        setPort(&address, port);
        opened = openSocket(&address, size);
        if (opened < 0 && errno != EADDRINUSE) {
            (void)snprintf(message, messageSize, "cannot listen on %s port %d: %s", text, port,
                           strerror(errno));
            return VL_ERROR_IO;
        }
    }
    if (opened < 0 && last > def->port) {
        (void)snprintf(message, messageSize, "ports %d to %d of %s are all in use", def->port, last,
                       text);
        return VL_ERROR_IO;
    }
    if (opened < 0) {
        (void)snprintf(message, messageSize, "port %d of %s is in use", def->port, text);
        return VL_ERROR_IO;
    }
    access->isLoopback = isLoopback(&address);
    access->port = findPort(opened);
    writeHost(&address, access->host, sizeof access->host);
    *fd = opened;
    return VL_OK;
}

static void setPeer(const Address* address, vlPeer* peer)
{
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    if (address->any.sa_family == AF_INET6) {
        memcpy(peer->bytes, &address->v6.sin6_addr, sizeof peer->bytes);
    } else {
        memcpy(peer->bytes, mapped, sizeof mapped);
        memcpy(peer->bytes + sizeof mapped, &address->v4.sin_addr, 4);
    }
}

int vlListen_Accept(int fd, vlPeer* peer)
{
    Address address;
    socklen_t size = sizeof address;
    memset(&address, 0, sizeof address);
    int connection = accept4(fd, &address.any, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
    setPeer(&address, peer);
    if (connection >= 0) {
        int on = 1, unsent = UNSENT_BYTES;
        (void)setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        (void)setsockopt(connection, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
    }
    return connection;
}

void vlListen_WriteUrl(const vlAccess* access, char* url, size_t size)
{
    char name[64] = "";
    bool isNamed =
        isAnyAddress(access->host) && gethostname(name, sizeof name - 1) == 0 && name[0] != '\0';
    (void)snprintf(url, size, "http://%s:%d/%s%s", isNamed ? name : access->host, access->port,
                   access->token[0] != '\0' ? "?token=" : "", access->token);
}
