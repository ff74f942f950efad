#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A viewer under hostile clients: half-open connections, slow bytes, giant, broken and endless frames, floods, storms
of connections, clients that do not read, and any commands. Every half minute they rest: then the run still steps, an
old and a new client get views and the page, and descriptors and memory are as before. soak_viewer.py PROGRAM
[SECONDS]: SECONDS or $VOLAR_SOAK_SECONDS, 1200 by default."""

import json
import os
import random
import re
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
import time

SCENE = "corner"  # it has a device, so that steering does something
ROUND = 30.0  # seconds between two looks
ATTACKERS = 6
PATIENCE = 20.0  # seconds for an answer
VIEWS = 20  # that a client must get at each look
# Memory may grow once, whenever that happens: while a scene is read there are two simulations, of some 15 MiB each, and
# the allocator keeps what it then had. A leak does not end: in 20 minutes some 40,000 WebSockets come and go, so 800
# bytes by each are noticed.
GROWTH = 32 << 20
MOST_HELD = 48  # connections that one attacker leaves open

COMMANDS = [
    '{"type":"pause","on":true}', '{"type":"pause","on":false}', '{"type":"step","count":1000}',
    '{"type":"speed","value":10}', '{"type":"speed","value":0.001}', '{"type":"restart"}', '{"type":"reset"}',
    '{"type":"save"}', '{"type":"scene","name":"stack"}', '{"type":"scene","name":"corner"}',
    '{"type":"scene","name":"nowhere"}', '{"type":"grab","body":1,"point":[0,0,0],"target":[9,9,9]}',
    '{"type":"grab","body":65535,"point":[1e6,0,0],"target":[0,0,1e6]}', '{"type":"move","target":[1e6,-1e6,0]}',
    '{"type":"release"}', '{"type":"states","on":true}', '{"type":"states","on":false}',
    '{"type":"steer","device":0,"move":[1,1,1],"turn":[0,0,0,1],"buttons":4294967295}',
    '{"type":"leave","device":0}', '{"type":"set","parameter":0,"value":1e15}',
    '{"type":"set","parameter":3,"value":0}',
    '{"type":"seek","time":1}',
]


def connect(port, peer=None):
    """A connection, from another address of this machine if wanted."""
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.settimeout(PATIENCE)
    if peer:
        made.bind((f"127.0.0.{peer}", 0))
    made.connect(("127.0.0.1", port))
    return made


def upgrade(port):
    """The request for a WebSocket."""
    return (f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            "Sec-WebSocket-Protocol: volar\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode()


def frame(data, opcode=1, fin=True, masked=True, stated=None):
    """A frame of a WebSocket; with a mask of its own, or a length that is not its."""
    size = len(data) if stated is None else stated
    head = bytes([(0x80 if fin else 0) | opcode])
    bit = 0x80 if masked else 0
    head += (bytes([bit | size]) if size < 126 else bytes([bit | 126]) + struct.pack(">H", size) if size < 65536
             else bytes([bit | 127]) + struct.pack(">Q", size))
    if not masked:
        return head + data
    mask = random.randbytes(4)
    return head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data))


class Page:
    """A client as the page is one."""

    def __init__(self, port):
        self.link = connect(port)
        self.link.sendall(upgrade(port))
        self.held = b""
        while b"\r\n\r\n" not in self.held:
            self.fill()
        head, self.held = self.held.split(b"\r\n\r\n", 1)
        if b" 101 " not in head:
            raise OSError(f"no WebSocket: {head[:80]!r}")

    def fill(self):
        """Reads what there is."""
        more = self.link.recv(1 << 16)
        if not more:
            raise OSError("the connection was closed")
        self.held += more

    def take(self):
        """The next frame that is here as a whole: its kind and content. Answers pings."""
        size, head = self.held[1] & 127 if len(self.held) >= 2 else 0, 2
        head += {126: 2, 127: 8}.get(size, 0)
        if len(self.held) < head:
            return None
        size = int.from_bytes(self.held[2:head], "big") if head > 2 else size
        if len(self.held) < head + size:
            return None
        kind, data = self.held[0] & 15, self.held[head:head + size]
        self.held = self.held[head + size:]
        if kind == 8:
            raise OSError(f"closed: {data!r}")
        if kind == 9:
            self.link.sendall(frame(data, opcode=10))
        return kind, data

    def say(self, text):
        """Sends a command."""
        self.link.sendall(frame(text.encode()))

    def forget(self):
        """Skips what came meanwhile, without waiting."""
        while select.select([self.link], [], [], 0)[0]:
            self.fill()
            while self.take():
                pass

    def watch(self, count):
        """The times of the next `count` views of a run that goes on."""
        times = []
        limit = time.monotonic() + PATIENCE
        while len(times) < count:
            if time.monotonic() > limit:
                raise OSError(f"{len(times)} views in {PATIENCE} s")
            got = self.take()
            if got is None:
                self.fill()
            elif got[0] == 2 and len(got[1]) >= 92:
                times.append(struct.unpack_from("<d", got[1], 32)[0])
        return times


class Attacker(threading.Thread):
    """Attacks of random kinds, until it is stopped."""

    def __init__(self, soak, seed):
        super().__init__(daemon=True)
        self.soak, self.random, self.held, self.is_idle = soak, random.Random(seed), [], False
        self.kinds = [self.half_open, self.slow, self.giant, self.endless, self.broken, self.commands, self.storm,
                      self.requests, self.deaf, self.cut_off, self.pings, self.impostor]

    def run(self):
        while not self.soak.is_over:
            self.is_idle = not self.held
            self.soak.may_attack.wait()
            self.is_idle = False
            kind = self.random.choice(self.kinds)
            try:
                kind()
            except OSError:
                pass  # the server has closed the connection
            self.soak.count(kind.__name__)
            while len(self.held) > MOST_HELD or (self.held and not self.soak.may_attack.is_set()):
                self.held.pop(self.random.randrange(len(self.held))).close()

    def link(self):
        """A connection from one of three addresses."""
        made = connect(self.soak.port, self.random.choice((None, 2, 3)))
        made.settimeout(0.3)
        return made

    def page(self):
        """A connection that is a WebSocket, or none."""
        made = self.link()
        made.sendall(upgrade(self.soak.port))
        if b" 101 " not in made.recv(4096)[:20]:
            made.close()
            raise OSError
        self.soak.count("WebSockets")
        return made

    def half_open(self):
        """A connection that asks for half a page, or nothing, and stays."""
        made = self.link()
        self.held.append(made)
        made.sendall(upgrade(self.soak.port)[:self.random.randrange(120)])

    def slow(self):
        """Byte by byte."""
        with self.link() as made:
            for byte in upgrade(self.soak.port)[:self.random.randrange(60)]:
                made.sendall(bytes([byte]))
                time.sleep(0.01)

    def giant(self):
        """A frame that claims to be huge."""
        with self.page() as made:
            stated = self.random.choice((513, 4000, 65536, 1 << 20, 1 << 32, (1 << 63) - 1))
            made.sendall(frame(b"x" * 4000, stated=stated))
            made.recv(4096)

    def endless(self):
        """A message in pieces that does not end."""
        with self.page() as made:
            made.sendall(frame(b"{", fin=False))
            for _ in range(self.random.randrange(400)):
                made.sendall(frame(b" ", opcode=0, fin=False))
            made.recv(4096)

    def broken(self):
        """Frames without a mask, with reserved bits, unknown kinds, and bytes that are none."""
        with self.page() as made:
            for _ in range(self.random.randrange(1, 20)):
                made.sendall(self.random.choice((
                    frame(b"{}", masked=False), bytes([self.random.randrange(256), self.random.randrange(256)]),
                    frame(b"\xff\xfe", opcode=self.random.randrange(16)), frame(b"{}", opcode=0),
                    frame(b"a" * 200, opcode=9), self.random.randbytes(50))))
            made.recv(4096)

    def commands(self):
        """Commands as they are and damaged, and then leaves, perhaps in the middle of one."""
        with self.page() as made:
            for _ in range(self.random.randrange(1, 30)):
                text = self.random.choice(COMMANDS).encode()
                if self.random.random() < 0.1:
                    at = self.random.randrange(len(text))
                    text = text[:at] + self.random.randbytes(1) + text[at + 1:]
                made.sendall(frame(text))
                if self.random.random() < 0.3:
                    made.recv(4096)

    def storm(self):
        """Many connections at once, each closed at once, some with a reset."""
        for _ in range(self.random.randrange(60)):
            made = self.link()
            if self.random.random() < 0.5:
                made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            if self.random.random() < 0.3:
                made.sendall(upgrade(self.soak.port))
            made.close()

    def requests(self):
        """Requests that nobody should make."""
        with self.link() as made:
            made.sendall(self.random.choice((
                b"GET / HTTP/1.1\r\nHost: evil\r\n\r\n", b"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n",
                b"GET /" + b"a" * 8000 + b" HTTP/1.1\r\n\r\n", b"GET /../../etc/passwd HTTP/1.1\r\n\r\n",
                b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"\0" * 500, self.random.randbytes(300),
                b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 1000,
                b"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n")))
            made.recv(65536)

    def deaf(self):
        """A WebSocket that never reads, for a while: longer, it would only keep others out."""
        with self.page() as made:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            time.sleep(self.random.random())

    def cut_off(self):
        """A frame that ends in the middle."""
        made = self.page()
        made.sendall(frame(COMMANDS[0].encode())[:self.random.randrange(1, 20)])
        if self.random.random() < 0.5:
            made.shutdown(socket.SHUT_WR)
            self.held.append(made)
        else:
            made.close()

    def pings(self):
        """A flood of pings and pongs."""
        with self.page() as made:
            for _ in range(self.random.randrange(800)):
                made.sendall(frame(b"", opcode=self.random.choice((9, 10))))
            made.recv(4096)

    def impostor(self):
        """A WebSocket under another name, version or key."""
        text = upgrade(self.soak.port)
        changes = ((b"Version: 13", b"Version: 8"), (b"dGhlIHNhbXBsZSBub25jZQ==", b"x" * self.random.randrange(300)),
                   (b"Origin: http://127", b"Origin: http://128"), (b"Host: 127", b"Host: evil"), (b"volar", b"other"),
                   (b"Upgrade: websocket", b"Upgrade: h2c"), (b"/ws", b"/"))
        with self.link() as made:
            made.sendall(text.replace(*self.random.choice(changes)) * self.random.randrange(1, 4))
            made.recv(4096)


class Soak:
    """The run, its attackers, and the looks at it."""

    def __init__(self, program, seconds):
        self.seconds, self.failures, self.counts = seconds, [], {}
        self.lock, self.may_attack, self.is_over = threading.Lock(), threading.Event(), False
        self.child = subprocess.Popen([program, "run", SCENE, "--viewer=127.0.0.1:0"], stdin=subprocess.DEVNULL,
                                      stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                      # Otherwise each thread that reads a scene may keep memory of its own.
                                      env=dict(os.environ, MALLOC_ARENA_MAX="1"))
        self.port = int(re.search(rb"127\.0\.0\.1:(\d+)", self.child.stderr.readline()).group(1))
        self.said = []
        threading.Thread(target=lambda: self.said.extend(self.child.stderr), daemon=True).start()
        self.page = Page(self.port)
        self.first = None

    def count(self, kind):
        """Notes an attack."""
        with self.lock:
            self.counts[kind] = self.counts.get(kind, 0) + 1

    def state(self):
        """Open descriptors and bytes of memory."""
        folder = f"/proc/{self.child.pid}"
        with open(f"{folder}/status", encoding="ascii") as file:
            memory = int(re.search(r"VmRSS:\s+(\d+)", file.read()).group(1)) << 10
        return len(os.listdir(f"{folder}/fd")), memory

    def settle(self):
        """Puts the run back to what it was: hostile clients have paused it, or chosen another scene."""
        for text in (f'{{"type":"scene","name":"{SCENE}"}}', '{"type":"reset"}', '{"type":"speed","value":1}',
                     '{"type":"pause","on":false}'):
            self.page.say(text)
            time.sleep(0.3)
        self.page.forget()

    def watch(self, page, who):
        """Does a client get views of a run that goes on?"""
        times = page.watch(VIEWS)
        if not times[-1] > times[0]:
            self.failures.append(f"{who}: the time goes from {times[0]} to {times[-1]}")

    def look(self):
        """Everything that must hold while nobody attacks."""
        if self.child.poll() is not None:
            raise OSError(f"the run ended with {self.child.returncode}: {b''.join(self.said)[-500:]}")
        self.settle()
        self.watch(self.page, "the first client")
        with connect(self.port) as made:
            made.sendall(f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
            answer = made.recv(100)
            if not answer.startswith(b"HTTP/1.1 200"):
                self.failures.append(f"no page: {answer!r}")
        page = Page(self.port)
        self.watch(page, "a new client")
        page.link.close()
        time.sleep(1.0)
        files, memory = self.state()
        if self.first is None:
            self.first = files, memory
        if files > self.first[0]:
            self.failures.append(f"{files} descriptors are open, at first {self.first[0]}")
        if memory > self.first[1] + GROWTH:
            self.failures.append(f"{memory >> 10} KiB of memory, at first {self.first[1] >> 10}")
        print(json.dumps({"files": files, "memory_KiB": memory >> 10, "attacks": sum(self.counts.values()),
                          "WebSockets": self.counts.get("WebSockets", 0)}), flush=True)

    def attack(self, seconds):
        """Lets the attackers go for a while; the first client goes on reading, and is never closed."""
        self.may_attack.set()
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self.failures:
            self.page.forget()
            time.sleep(0.02)
        self.may_attack.clear()
        limit = time.monotonic() + PATIENCE
        while not all(attacker.is_idle for attacker in self.attackers) and time.monotonic() < limit:
            self.page.forget()
            time.sleep(0.02)
        time.sleep(1.0)

    def run(self):
        """Attacks and looks until the time is over. Returns the status."""
        self.attackers = [Attacker(self, seed) for seed in range(ATTACKERS)]
        end = time.monotonic() + self.seconds
        try:
            for attacker in self.attackers:
                attacker.start()
            self.attack(min(2 * ROUND, self.seconds / 3))  # every scene has been read, every cache is full
            self.look()
            while time.monotonic() < end and not self.failures:
                self.attack(min(ROUND, max(1.0, end - time.monotonic())))
                self.look()
        except (OSError, TimeoutError) as error:
            self.failures.append(str(error) or type(error).__name__)
        self.is_over = True
        self.may_attack.set()
        if self.child.poll() is None:
            self.child.send_signal(signal.SIGINT)
            try:
                self.child.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.failures.append("it does not end when asked to")
                self.child.kill()
                self.child.wait()
            if self.child.returncode not in (0, 128 + signal.SIGINT):
                self.failures.append(f"it ends with {self.child.returncode}")
        print(json.dumps(self.counts))
        missing = [kind.__name__ for kind in self.attackers[0].kinds if kind.__name__ not in self.counts]
        if missing:
            self.failures.append(f"never tried: {missing}")
        for failure in self.failures:
            print(f"FAILED: {failure}")
        return 1 if self.failures else 0


def main():
    """Reads the arguments."""
    seconds = float(sys.argv[2] if len(sys.argv) > 2 else os.environ.get("VOLAR_SOAK_SECONDS", "1200"))
    return Soak(os.path.realpath(sys.argv[1]), seconds).run()


if __name__ == "__main__":
    sys.exit(main())
