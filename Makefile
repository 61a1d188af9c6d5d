# make run         installs what is missing, builds, and shows the demo; OPTIONS="--camera NAME" and others in its place
# make install     installs it with its manual, completions and desktop entry: PREFIX=/usr/local, DESTDIR=; make uninstall
# make deb         makes a Debian package of the same files, in .build
# make test        runs every test but the long ones: windows under Xvfb, cameras in a virtual machine
# make check       lints, builds and tests what a change touches, in a minute or two
# make recompile   compiles all of Aldis anew, after a stored property has changed
# make test-long   runs the tests that take minutes each; docs/tests.md keeps their last results
# make bench       measures the luma pass on this machine; make bench-against REV=... beside another revision
# make compare     measures it beside its peers, on the same pictures
# make docs        writes the documentation of the libraries for other packages, in .build/docs
# make eval        measures how well Aldis and its peers read the same films, and how well they could be read

.PHONY: run install uninstall deb standalone icons build build-tests test test-camera test-long check recompile coverage lint format docs bench bench-against compare eval goldens screenshots clean packages packages-test packages-deb packages-compare packages-eval

run: build
	.build/release/aldis $(or $(OPTIONS),--demo)

# The program and its tests are one build; see Package.swift.
build: packages
	Scripts/check-translations
	swift build -c release --product aldis

# What is installed depends on no Swift runtime: what `build` has compiled is linked once more, which takes seconds.
standalone: build
	Scripts/link-standalone .build/standalone/aldis

PREFIX ?= /usr/local
DESTDIR ?=
export PREFIX DESTDIR

# Without sudo: where rights are missing, only the copying asks for them.
install: standalone
	Scripts/install-files .build/standalone/aldis

uninstall:
	Scripts/install-files --remove

deb: standalone packages-deb
	Scripts/make-deb .build/standalone/aldis

build-tests: packages-test
	Scripts/check-translations
	swift build -c release --build-tests

test: build-tests .build/xorg
	Scripts/run-tests --cameras

# An X server with several monitors. It is only unpacked: installed, it would bring udev along. Without it the test that
# unplugs one is left out.
.build/xorg: | packages-test
	mkdir -p $@
	cd $@ && apt-get download -qq xserver-xorg-core xserver-xorg-video-dummy && \
	  for package in *.deb; do dpkg -x $$package . && rm $$package; done || rm -r ../xorg

test-camera: build-tests
	Tests/CameraVM/camera-tests
	Tests/CameraVM/light-tests kiosk

# A line that loses packets, an LED that is filmed as well: where the machine has nothing else to do.
test-long: build-tests
	ALDIS_LONG_TESTS=1 Scripts/run-tests
	Tests/CameraVM/light-tests

check: packages-test
	Scripts/check $(BASE)

# Where a stored property changes the layout of a type, swift build compiles the modules that import its module, but not those that
# hold the type inside another one's: they go on with the old layout, and crash.
recompile:
	for module in Sources/* Tests/*; do \
	  rm -f .build/release/$$(basename $$module).build/*.o .build/release/$$(basename $$module).build/*.swiftdeps; done
	$(MAKE) build-tests

# Which share of each module's lines the tests run.
coverage: packages-test
	Scripts/coverage

lint:
	Scripts/check-translations
	swift format lint --strict --recursive --parallel Package.swift Sources Shaders Tests

format:
	swift format --in-place --recursive --parallel Package.swift Sources Shaders Tests

# `python3 -m http.server -d .build/docs/AldisMorse` shows it, at /documentation/aldismorse.
docs:
	ALDIS_TARGETS="AldisLight AldisMorse" swift build -c release
	Scripts/docs

bench: build
	.build/release/aldis bench

# For example REV=HEAD~3. Builds it in a folder of its own, and runs the two in turn.
bench-against: build
	Scripts/bench-against $(REV)

compare: packages .build/peers/opencv .build/peers/signalstats
	swift build -c release --product comparison
	.build/release/comparison $(OPTIONS)

.build/peers/opencv: Tests/Comparison/Peers/opencv.cpp Tests/Comparison/Peers/pictures.h | packages-compare
	mkdir -p $(@D)
	g++ -O2 -Wall -o $@ $< -I/usr/include/opencv4 -lopencv_imgproc -lopencv_core

.build/peers/signalstats: Tests/Comparison/Peers/signalstats.c Tests/Comparison/Peers/pictures.h | packages-compare
	mkdir -p $(@D)
	cc -O2 -Wall -o $@ $< -lavfilter -lavutil

# For example OPTIONS=--quick, or OPTIONS="--rows jitter --messages 5 --mistakes"; --help lists them all.
eval: build .build/peers/libcw .build/peers/python
	swift build -c release --product evaluation && touch .build/evaluation-built
	.build/release/evaluation $(OPTIONS)

.build/peers/libcw: Tests/Evaluation/Peers/libcw.c | packages-eval
	mkdir -p $(@D)
	cc -O2 -Wall -o $@ $< -lcw -lm

# Its own requirement of Python ends at 3.10, which it does not need. Without it the table has a column less.
.build/peers/python: | packages-eval
	/usr/bin/python3 -m venv $@
	$@/bin/pip install --quiet numpy scikit-learn && \
	  $@/bin/pip install --quiet --no-deps --ignore-requires-python morse-audio-decoder==0.1.1 || rm -r $@

# Takes every state of the window as it is now for right.
goldens: build-tests
	ALDIS_GOLDENS=new Scripts/run-tests InterfaceTests

# The pictures of the README, made by the program from its demo, and the gallery in .build/gallery.
screenshots: build-tests
	FONTCONFIG_FILE=$(CURDIR)/Tests/fonts.conf Scripts/screenshots

# The icon in the sizes that desktops ask for.
icons: packages-deb
	for size in 16 24 32 48 64 128 256; do \
	  rsvg-convert -w $$size -h $$size Resources/icons/aldis.svg -o Resources/icons/$$size.png; done

packages:
	@Scripts/packages run

packages-test:
	@Scripts/packages test

packages-deb:
	@Scripts/packages deb

packages-compare:
	@Scripts/packages compare

packages-eval:
	@Scripts/packages eval

clean:
	rm -rf .build
