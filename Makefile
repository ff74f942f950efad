# SPDX-License-Identifier: MIT
# A thin front to CMake: every target below is a few cmake and ctest calls on the presets of
# CMakePresets.json. Build trees are build/<preset>. What `make` builds and `make install` installs has a tree of its own,
# build/program, in which warnings are no errors; the program is build/volar.
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
TEST_JOBS ?= $(shell expr $(JOBS) + 2) # many tests wait for a device, a socket or a clock
ARGS ?=
PAIRS ?= 1000000
FUZZ_SECONDS ?= 600

# The builds that `make test` tests: two compilers, with and without assertions, sanitizers.
# asan-clang is the Debug build too: assertions on, hardly optimised, the same bits expected.
TESTED := release release-clang asan-clang tsan

MAKEFLAGS += --no-print-directory

.PHONY: all setup setup-test setup-peers setup-deb setup-machines run test bench bench-peers fuzz soak heart machines sanitize page pictures numbers closed-forms analyse fields size format install uninstall deb clean help

all: configured-program ## build the program (build/volar), volar-mpi where MPI is installed, and the libraries
	@scripts/alone cmake --build --preset program --parallel $(JOBS)

# Trees that are built for tests compile several test sources at once, and print no message per object: that would cost
# a process of 10 ms each.
FOR_TESTS := -DCMAKE_RULE_MESSAGES=OFF -DVOLAR_TESTS_TOGETHER=ON
configured-%:
	@$(if $(filter program,$*),scripts/alone) scripts/configure $* $(if $(filter-out program deb,$*),$(FOR_TESTS))

# Of these trees only what their tests need is built. Under a make with several jobs the trees share the jobs; a tree
# built alone uses all.
TARGETS_release := volar_tests volar volar_shared
TARGETS_release-clang := volar_tests
TARGETS_tsan := volar_tests
TARGETS_asan-clang := volar_tests volar
build-%: configured-%
	+@cmake --build --preset $* $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,--parallel $(JOBS)) $(TARGETS_$*:%=--target %)

setup: ## install the packages that building needs; setup-test: those of the tests, setup-deb: those of make deb
	@scripts/setup

setup-test setup-peers setup-deb setup-machines: setup-%:
	@scripts/setup $*

run: setup ## install what is missing, build, and run the program: make run ARGS="--help"
	@$(MAKE) all
	build/volar run $(ARGS)

# One ctest run over all build trees, so that there is one summary.
test: setup-test ## build all variants and run every test and check in each
	@$(MAKE) --jobs=$(JOBS) $(TESTED:%=configured-%)
	@$(MAKE) --jobs=$(JOBS) $(TESTED:%=build-%) # together: no core waits while a tree links
	@printf 'subdirs(%s)\n' '$(TESTED)' > build/CTestTestfile.cmake
	@ctest --test-dir build --parallel $(TEST_JOBS) --label-exclude '^again$$' --no-tests=error --output-on-failure --no-label-summary

bench: all ## time our own cases: make bench ARGS="--help"
	build/volar bench $(ARGS)
	$(if $(ARGS),,@scripts/bench-builds)

bench-peers: setup-peers ## time the same scenes in ODE, Bullet and MuJoCo, and distances of meshes in FCL; writes build/bench-peers.json
	@$(MAKE) build-peers
	build/peers/bench/peers/bench_peers --json build/bench-peers.json $(ARGS)
	build/peers/bench/peers/bench_mesh_peers

fuzz: setup-test ## random pairs (PAIRS of them), then libFuzzer for FUZZ_SECONDS per program
	@$(MAKE) build-release build-fuzz
	@VOLAR_PAIRS=$(PAIRS) ctest --test-dir build/release -C Fuzz -L fuzz -R _fuzz --no-tests=error \
	    --parallel $(JOBS) --output-on-failure --no-label-summary
	@for name in shape world mesh scene record command datagram haply annotation device frame gltf http script sweep table; do \
	    mkdir -p build/corpus/$$name && kept=tests/corpus/$$name && words=tests/dictionaries/$$name.dict && \
	    build/fuzz/tests/fuzz_$$name -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 -timeout=10 \
	        -artifact_prefix=build/corpus/ $$(test -f $$words && echo -dict=$$words) \
	        build/corpus/$$name $$(test -d $$kept && echo $$kept) || exit 1; \
	done

soak: setup-test ## the endurance tests, which `make test` leaves out
	@$(MAKE) configured-release && cmake --build --preset release --parallel $(JOBS)
	@ctest --test-dir build/release -C Soak -L soak --no-tests=error --output-on-failure --no-label-summary
	@$(MAKE) configured-asan-clang && cmake --build --preset asan-clang --parallel $(JOBS) --target soak_misuse
	@build/release/tests/soak_misuse 1000000 2 > build/soak_misuse.release & \
	    build/asan-clang/tests/soak_misuse 1000000 2 > build/soak_misuse.asan-clang && wait $$! && \
	    diff build/soak_misuse.release build/soak_misuse.asan-clang # the same steps, the same bits
	@$(MAKE) configured-tsan && cmake --build --preset tsan --parallel $(JOBS) --target tests_scene
	@VOLAR_SOAK=1 VOLAR_SOURCE_DIR=$(CURDIR) build/tsan/tests/tests_scene world_threads # several worlds at once
	@if [ "$$(id -u)" = 0 ]; then $(MAKE) machines; else echo "soak: left out, because it needs root: make machines"; fi

heart: build-release ## what is known to be wrong with the solver of contacts (tests/heart/open.txt), number by number
	@build/release/tests/heart --open-only tests/heart/open.txt $(ARGS)

machines: setup-machines ## the commands of README.md and what may happen to them, on bare Debian machines; as root, 1 hour
	@scripts/machines

sanitize: setup-test ## every test under the sanitizers, also those that `make test` runs without them only
	@$(MAKE) build-asan-full build-tsan
	@printf 'subdirs(asan-full tsan)\n' > build/CTestTestfile.cmake
	@ctest --test-dir build --parallel $(TEST_JOBS) --no-tests=error --output-on-failure --no-label-summary

page: setup-test ## build the viewer page, web/dist, from web/; then commit it
	@scripts/build-web

pictures: setup-test ## make the pictures of the documentation again
	@$(MAKE) all
	@scripts/pictures build/volar

numbers: all ## run all experiments and compare their numbers with docs/truth.md (10 minutes)
	@rm -rf build/numbers
	@build/volar experiment all --out build/numbers
	@tools/check_numbers.py build/numbers

closed-forms: all setup-peers ## run the closed forms here and in ODE, Bullet and MuJoCo; write the table of docs/truth.md (10 minutes)
	@$(MAKE) build-peers
	@rm -rf build/closed-forms
	build/volar experiment closed-forms --out build/closed-forms || test $$? = 1 # the table shows what fails
	build/peers/bench/peers/bench_peers --closed-forms build/closed-forms/closed-forms/peers.csv
	@tools/closed_forms_table.py build/closed-forms --write

analyse: setup-test ## clang-tidy with its analyser, which `make test` leaves out
	@$(MAKE) configured-release
	@scripts/tidy build/release --deep

fields: ## make the schema and the tables of docs/formats.md from the tables of keys in src/scene
	@python3 -B tools/fields.py

size: ## print the lines of each folder, and the public functions by who uses them: make size ARGS=--functions
	@python3 -B tools/size.py $(ARGS)

format: ## lay out all C and C++ sources
	@scripts/format

install: all ## install below $(DESTDIR)$(PREFIX)
	@DESTDIR="$(DESTDIR)" scripts/install build/program "$(PREFIX)"

uninstall: ## remove what make install left below $(DESTDIR)$(PREFIX)
	@DESTDIR="$(DESTDIR)" scripts/install --remove "$(PREFIX)"

deb: setup-deb ## build Debian packages, build/*.deb; then apt install ./build/volar_*.deb
	@$(MAKE) build-deb
	@rm -f build/*.deb
	@cd build/deb && cpack -G DEB -B .. >cpack.log || { cat cpack.log; exit 1; }
	@rm -rf build/_CPack_Packages
	@ls build/*.deb

clean: ## remove all build trees
	rm -rf build

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16
