# SPDX-License-Identifier: MIT
# The rows of scripts/machines, which reads this file once for each release. A row that keeps its state (last word) is
# the beginning of others.

# --- The commands of README.md on a bare machine ---

row readme bare built <<'END'
new_clone
quiet make run ARGS="--seconds 2"
[[ $output == *"these packages are missing"* && $output == *"viewer: http"* ]] || no "it did not install or show"
same_bits
serves build/volar
compiles_nothing make run ARGS="--seconds 1"
END

row make-without-packages bare <<'END'
new_clone
refuses "'make setup' installs them" make
[[ $(wc -l <<<"$output") -le 2 && $output == *libyaml-dev* ]] || no "that is more than a sentence"
[[ ! -e build ]] || no "it leaves a tree"
refuses "'make setup' installs them" make install
make setup
apt-get install -y -q ccache
. /root/help.sh
quiet make
compiles_nothing make run ARGS="--seconds 1"
END

row interrupted-packages bare <<'END'
new_clone
set -m # background jobs are process groups, as in a terminal
make run >/tmp/log 2>&1 &
while ! grep -q "^Unpacking libqhull" /tmp/log; do sleep 0.1; done
kill -INT -- -$! # Ctrl-C
wait $! || true
make run >/tmp/log 2>&1 &
while ! grep -q "^Unpacking\|^Setting up libc" /tmp/log && [[ -d /proc/$! ]]; do sleep 0.1; done
kill -KILL -- -$!
for process in /proc/[0-9]*; do # apt gives dpkg a terminal of its own
    case $(cat "$process/comm" 2>/dev/null) in dpkg | apt-get) kill -KILL "${process#/proc/}" || true ;; esac
done
wait $! || true
dpkg --audit | head -n 3
quiet make run ARGS="--seconds 1"
END

row no-root-no-sudo bare <<'END'
useradd -m somebody
git clone -q file:///source /home/somebody/volar && chown -R somebody /home/somebody
refuses "installing them needs root; run as root: apt-get update && apt-get install" su somebody -c "cd ~/volar && make run"
[[ ! -e /home/somebody/volar/build ]] || no "it leaves a tree"
apt-get update -q && apt-get install -y -q sudo
refuses "installation failed; try by hand" su somebody -c "cd ~/volar && make run" # sudo asks, and nobody answers
END

# --- A machine where it was built; compilers are asked again only for what is new ---

row tools built tools <<'END'
apt-get update -q
apt-get install -y -q ccache locales ninja-build sudo man-db lintian
localedef -i tr_TR -f UTF-8 tr_TR.UTF-8
. /root/help.sh
new_clone
quiet make
END

row make-three-times tools <<'END'
cd volar
for i in 1 2 3; do compiles_nothing make; done
compiles_nothing make run ARGS="--seconds 1"
touch src/base/clock.c
quiet make
[[ $(grep -c "Building C object" <<<"$output") == 1 ]] || no "one changed file compiles others too"
END

row failed-configuration tools <<'END'
new_clone
PKG_CONFIG=/bin/false refuses "could not be configured" make
[[ ! -e build ]] || no "it leaves a tree"
quiet make
rm -rf build
for name in cc gcc c99; do mv /usr/bin/$name /usr/bin/$name.away || true; done
refuses "these packages are missing: gcc" make
for name in cc gcc c99; do mv /usr/bin/$name.away /usr/bin/$name || true; done
quiet make
for name in cc gcc; do mv /usr/bin/$name /usr/bin/$name.away; done
refuses "these packages are missing: gcc" make # the tree was complete
for name in cc gcc; do mv /usr/bin/$name.away /usr/bin/$name; done
quiet make
same_bits
END

row disk-full tools <<'END'
new_clone
mkdir build
for size in 64k 1m 4m; do
    mount -t tmpfs -o size=$size none build
    make && no "$size is enough"
    mount -o remount,size=900m build
    quiet make
    same_bits
    umount build
done
END

row interrupted tools <<'END'
new_clone
for seconds in 0.3 0.6 1 2 4 8; do
    timeout --signal INT $seconds make || true
    timeout --signal KILL $seconds make || true
done
quiet make
rm -rf build/program/CMakeFiles/volar.dir build/volar
touch src/*/*.c
export CMAKE_C_COMPILER_LAUNCHER= # so that a compiler is what is interrupted
for seconds in 1 3; do timeout --signal INT $seconds make || true; done
quiet make
same_bits
END

row odd-paths tools <<'END'
mkdir -p "/root/a folder/über größe"
cd "/root/a folder/über größe"
new_clone
quiet make
same_bits
quiet make install PREFIX="$PWD/in stalled"
same_bits "$PWD/in stalled/bin/volar"
quiet make uninstall PREFIX="$PWD/in stalled"
[[ ! -e "$PWD/in stalled" ]] || no "uninstall leaves $(find "$PWD/in stalled")"
END

row moved-tree tools <<'END'
mv volar other
cd other
says "it was made for the folder /root/volar" make
same_bits
cp -r ../other ../third && cd ../third
quiet make
same_bits
END

row read-only-source tools <<'END'
new_clone
mount --bind . . && mount -o remount,ro,bind .
cd ../volar
refuses "cannot be written; copy the source to a folder of your own" make
quiet cmake -S . -B /tmp/b
quiet cmake --build /tmp/b --target volar -j 4
same_bits /tmp/b/volar
END

row tarball-and-shallow tools <<'END'
git -C volar archive --prefix=tar/ HEAD | tar x
cd tar
quiet make
same_bits
cd ..
new_clone --depth 1
quiet make
END

row user-without-root tools <<'END'
useradd -m somebody
git clone -q file:///source /home/somebody/volar && chown -R somebody /home/somebody
su somebody -c "cd ~/volar && make run ARGS='--seconds 1 --no-viewer' && make install PREFIX=\$HOME/v && ~/v/bin/volar --version"
cd /home/somebody/volar && make install PREFIX=/usr/local # as sudo would
su somebody -c "cd ~/volar && touch app/main.c && make && make install PREFIX=\$HOME/v && make uninstall PREFIX=\$HOME/v && ! ls ~/v"
END

row small-machine tools <<'END'
new_clone
ulimit -v 2000000
export HOME=/proc TZ=Pacific/Chatham LANG=C
quiet make JOBS=1
same_bits
END

row locale-and-umask tools <<'END'
new_clone
umask 077
export LANG=tr_TR.UTF-8 LC_ALL=tr_TR.UTF-8 TZ=:nonsense
quiet make
same_bits
make install
useradd -m somebody
cd /
su somebody -c "volar --version && cat /usr/local/include/volar/volar.h >/dev/null && ls /usr/local/share/doc/volar/docs >/dev/null"
END

row flags tools <<'END'
new_clone
for flags in -O0 "-O3 -march=native" "-O2 -g -D_FORTIFY_SOURCE=2"; do
    CFLAGS=$flags quiet make
    same_bits
    compiles_nothing make # without the flags: what was built stays
done
CFLAGS=-ffast-math refuses "the flag -ffast-math would change results" make
quiet make
same_bits
END

row update tools <<'END'
new_clone
for old in HEAD~1 "$(git log --diff-filter=A --format=%H -1 -- scripts/configure)~1"; do
    git checkout -q "$old"
    make || true # an older state of the source may not build here
    git checkout -q -
    quiet make
    same_bits
done
rm -rf build
cmake --preset program -G Ninja
quiet make
apt-get remove -y -q ninja-build
quiet make
same_bits
END

row install-uninstall tools <<'END'
cd volar
list() { find / -xdev \( -path /proc -o -path /dev -o -path /tmp -o -path /root -o -path /ccache -o -path /var \) -prune -o -print | sort; }
list >/tmp/before
make install && make install && make uninstall
list | diff /tmp/before - || no "uninstall leaves something"
make install DESTDIR=/tmp/dest PREFIX=/opt/volar && make install DESTDIR=/tmp/dest PREFIX=/opt/volar
list | diff /tmp/before - || no "DESTDIR is not respected"
[[ -x /tmp/dest/opt/volar/bin/volar ]] || no "nothing is installed"
make uninstall DESTDIR=/tmp/dest PREFIX=/opt/volar
[[ -z $(find /tmp/dest -mindepth 1) ]] || no "uninstall leaves $(find /tmp/dest)"
refuses "nothing to remove" make uninstall
END

# --- What comes and goes between two calls of make ---

row mpi tools mpi <<'END'
cd volar
[[ ! -e build/volar-mpi ]] || no "MPI is there already"
apt-get install -y -q --no-install-recommends libopenmpi-dev openmpi-bin
says "MPI is installed, so volar-mpi is built" make
build/volar-mpi --version
make install PREFIX=/tmp/p && /tmp/p/bin/volar-mpi --version
compiles_nothing make
END

row mpi-removed mpi <<'END'
cd volar
apt-get remove -y -q libopenmpi-dev openmpi-bin && apt-get autoremove -y -q
says "MPI is not there any more, so volar-mpi is not built" make
make install PREFIX=/tmp/p
[[ ! -e /tmp/p/bin/volar-mpi ]] || no "volar-mpi is installed"
same_bits
END

row mpi-first mpi <<'END'
new_clone
quiet make install PREFIX=/tmp/p
/tmp/p/bin/volar-mpi --version
END

row clang tools <<'END'
apt-get install -y -q --no-install-recommends clang
cd volar
says "the compiler was" make CC=clang
[[ $output != *"warning:"* ]] || no "clang warns: $(grep -m 1 'warning:' <<<"$output")"
same_bits
compiles_nothing make
apt-get remove -y -q clang && apt-get autoremove -y -q
says "its compiler '/usr/bin/clang' is gone" make
same_bits
END

# --- Debian packages ---

row deb mpi deb <<'END'
cd volar
quiet make deb
ls build/volar_*.deb build/libvolar0_*.deb build/libvolar-dev_*.deb build/volar-mpi_*.deb
output=$(lintian --allow-root build/*.deb || true)
echo "$output"
[[ $output != *"E: "* ]] || no "lintian: $(grep -m 1 'E: ' <<<"$output")"
cp build/*.deb /root
# A next version, to be upgraded to.
for package in /root/volar_*.deb /root/libvolar0_*.deb; do
    dpkg-deb -R "$package" /tmp/next
    sed -i 's/^Version: .*/Version: 0.1.0-2/' /tmp/next/DEBIAN/control
    dpkg-deb --root-owner-group -b /tmp/next "${package%-1_*}-2_${package##*_}"
    rm -rf /tmp/next
done
mkdir -p /ccache/deb.$RELEASE && cp /root/*.deb /ccache/deb.$RELEASE/
END

row deb-installed bare <<'END'
list() { find / -xdev \( -path /proc -o -path /dev -o -path /tmp -o -path /root -o -path /ccache -o -path /var \) -prune -o -print | sort; }
cp /ccache/deb.$RELEASE/*.deb . && apt-get update -q
apt-get install -y -q ./volar_0.1.0-1_*.deb
volar --version
same_bits volar
serves volar
zcat /usr/share/man/man1/volar.1.gz | grep -q '^.Dt VOLAR 1'
apt-get install -y -q man-db && man volar | head -n 4
apt-get install -y -q ./volar_0.1.0-2_*.deb
volar run press --seconds 0.1 --fast --no-viewer || volar run blocks --seconds 0.1 --fast --no-viewer
apt-get install -y -q ./libvolar0_0.1.0-1_*.deb ./libvolar-dev_*.deb gcc libc6-dev pkgconf
printf '#include <stdio.h>\n#include <volar/volar.h>\nint main(void) { puts(VL_VERSION_STRING); return vlVec3_IsNothing; }\n' |
    sed 's/vlVec3_IsNothing/0/' >first.c
cc first.c $(pkg-config --cflags --libs volar) -o first && ./first
apt-get remove -y -q volar libvolar-dev libvolar0
apt-get purge -y -q volar libvolar-dev libvolar0
[[ -z $(find / -xdev \( -path /proc -o -path /dev -o -path /root -o -path /ccache -o -path /tmp -o -path /var/log \) -prune -o -name '*volar*' -print) ]] ||
    no "purge leaves $(find / -xdev -name '*volar*')"
END

# --- The second command of README.md; then the first again ---

row make-test built <<'END'
rm -rf volar && git clone -q file:///source volar && cd volar
make test
quiet make run ARGS="--seconds 1"
compiles_nothing make
END
