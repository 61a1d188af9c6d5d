# make run         installs what is missing, builds, and shows the demo; OPTIONS="--camera NAME" and others in its place
# make install     installs Aldis with manual, completions and desktop entry: PREFIX=/usr/local, DESTDIR=; make uninstall
# make deb         makes a Debian package of the same files, in .build
# make test        runs every test but the long ones: windows under Xvfb, cameras in a virtual machine
# make check       lints, builds and tests the modules that a change affects, in a minute or two
# make recompile   compiles all of Aldis anew, after a stored property has changed
# make test-long   runs the tests that take minutes each; docs/tests.md keeps their last results
# make bench       measures the luma pass on this machine; make bench-against REV=... compares it with another revision
# make compare     compares the luma pass with its peers, on the same pictures
# make docs        writes the documentation of the libraries for other packages, in .build/docs
# make eval        measures how well Aldis, its peers and the best possible reader read the same films

.PHONY: run install uninstall deb standalone icons build build-tests test test-camera test-long check recompile coverage lint format docs bench bench-against compare eval goldens screenshots clean packages packages-test packages-deb packages-compare packages-eval

run: build
	.build/release/aldis $(or $(OPTIONS),--demo)

# The program and its tests are one build; see Package.swift.
build: packages
	Scripts/check-translations
	swift build -c release --product aldis

# The installed program needs no Swift runtime: the objects of `build` are linked again, which takes seconds.
standalone: build
	Scripts/link-standalone .build/standalone/aldis

PREFIX ?= /usr/local
DESTDIR ?=
export PREFIX DESTDIR

# To be run without sudo. If rights are missing, the script uses sudo only to copy.
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

# An X server with several monitors. It is unpacked and not installed, because an installation would also install udev. Without
# it, the test that unplugs a monitor is left out.
.build/xorg: | packages-test
	mkdir -p $@
	cd $@ && apt-get download -qq xserver-xorg-core xserver-xorg-video-dummy && \
	  for package in *.deb; do dpkg -x $$package . && rm $$package; done || rm -r ../xorg

test-camera: build-tests
	Tests/CameraVM/camera-tests
	Tests/CameraVM/light-tests kiosk

# Includes a network line that loses packets and an LED that is filmed. The machine must have no other load.
test-long: build-tests
	ALDIS_LONG_TESTS=1 Scripts/run-tests
	Tests/CameraVM/light-tests

check: packages-test
	Scripts/check $(BASE)

# If a stored property changes the layout of a type, swift build compiles the modules that import the type's module. It does not
# compile modules that contain the type only inside a type of another module. These use the old layout and crash.
recompile:
	for module in Sources/* Tests/*; do \
	  rm -f .build/release/$$(basename $$module).build/*.o .build/release/$$(basename $$module).build/*.swiftdeps; done
	$(MAKE) build-tests

# The share of each module's lines that the tests run.
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

# For example REV=HEAD~3. Builds that revision in a separate folder, and runs both programs in turn.
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

# The package declares Python versions up to 3.10, but works with newer ones. Without the package, the table has one column less.
.build/peers/python: | packages-eval
	/usr/bin/python3 -m venv $@
	$@/bin/pip install --quiet numpy scikit-learn && \
	  $@/bin/pip install --quiet --no-deps --ignore-requires-python morse-audio-decoder==0.1.1 || rm -r $@

# Accepts the present pictures of the window as goldens.
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
