# make run      installs what is missing, builds, and starts Aldis
# make test     runs every test: windows under Xvfb, cameras in a virtual machine
# make bench    measures the luma pass on this machine
# make compare  measures it beside its peers, on the same pictures
# make eval     measures how well Aldis and its peers read the same films, and how well they could be read

.PHONY: run build test test-units test-es2 test-camera test-light lint format bench compare eval goldens screenshots clean packages packages-test packages-compare packages-eval

run: build
	.build/release/aldis

build: packages
	swift build -c release --product aldis

test: test-units test-es2 test-camera

# A display for tests that open windows. Without -noreset it starts anew, and refuses the next window meanwhile,
# whenever the last one closes (Xserver(1)). The same fonts everywhere.
on_display = FONTCONFIG_FILE=$(CURDIR)/Tests/fonts.conf xvfb-run -a -s "-screen 0 1280x800x24 -noreset"

# The end-to-end tests run the release program.
test-units: build packages-test .build/xorg
	ALDIS_PROGRAM=.build/release/aldis $(on_display) swift test

# An X server with several monitors. It is only unpacked: installed, it would bring udev along. Without it the test that
# unplugs one is left out.
.build/xorg: | packages-test
	mkdir -p $@
	cd $@ && apt-get download -qq xserver-xorg-core xserver-xorg-video-dummy && \
	  for package in *.deb; do dpkg -x $$package . && rm $$package; done || rm -r ../xorg

# Mesa answers OpenGL ES 3.2 to a request for 2.0: once more with nothing but 2.0.
test-es2: test-units
	MESA_GLES_VERSION_OVERRIDE=2.0 $(on_display) swift test --skip-build --filter 'GraphicsTests|LumaTests|InterfaceTests'

test-camera: build packages-test
	swift build --build-tests
	Tests/CameraVM/camera-tests
	Tests/CameraVM/light-tests kiosk

# A line that loses packets, an LED that is filmed as well: where the machine has nothing else to do.
test-light: build packages-test
	Tests/CameraVM/light-tests

lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Shaders Tests

format:
	swift format --in-place --recursive --parallel Package.swift Sources Shaders Tests

bench: build
	.build/release/aldis bench

compare: packages .build/peers/opencv .build/peers/signalstats
	swift build -c release --product comparison
	.build/release/comparison $(OPTIONS)

.build/peers/opencv: Tests/Comparison/Peers/opencv.cpp Tests/Comparison/Peers/pictures.h | packages-compare
	mkdir -p $(@D)
	g++ -O2 -Wall -o $@ $< -I/usr/include/opencv4 -lopencv_imgproc -lopencv_core

.build/peers/signalstats: Tests/Comparison/Peers/signalstats.c Tests/Comparison/Peers/pictures.h | packages-compare
	mkdir -p $(@D)
	cc -O2 -Wall -o $@ $< -lavfilter -lavutil

# For example OPTIONS="--rows jitter --messages 5 --mistakes"; --help tells them all.
eval: build .build/peers/libcw .build/peers/python
	swift build -c release --product evaluation
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
goldens: packages-test
	ALDIS_GOLDENS=new $(on_display) swift test --filter GalleryTests

# The pictures of the README, made by the program from its demo, and the gallery in .build/gallery.
screenshots: build packages-test
	FONTCONFIG_FILE=$(CURDIR)/Tests/fonts.conf Scripts/screenshots

packages:
	@Scripts/packages run

packages-test:
	@Scripts/packages test

packages-compare:
	@Scripts/packages compare

packages-eval:
	@Scripts/packages eval

clean:
	rm -rf .build
