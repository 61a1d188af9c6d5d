import Foundation
import Testing

/// The kiosk on a machine with two monitors. Xvfb has only one monitor, but Xorg's dummy driver can have several.
extension WindowTests {
  private static let xorg = Program.root.appendingPathComponent(".build/xorg/usr/lib/xorg").path

  @Test(
    "a kiosk whose monitor is unplugged covers the remaining monitor, and the first one again when the second is unplugged",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "\(xorg)/Xorg"),
      "needs Xorg's dummy driver; `make .build/xorg` fetches it"))
  func unplugged() throws {
    let program = Program()
    let result = try program.run(
      """
      cat >dummy.conf <<END
      Section "Device"
        Identifier "dummy"
        Driver "dummy"
        VideoRam 65536
      EndSection
      Section "Screen"
        Identifier "screen"
        Device "dummy"
      EndSection
      Section "ServerFlags"
        Option "AutoAddDevices" "false"
        Option "AutoAddGPU" "false"
      EndSection
      END
      '\(Self.xorg)/Xorg' -displayfd 1 -config "$PWD/dummy.conf" -modulepath '\(Self.xorg)/modules' \
        -logfile "$PWD/xorg.log" -noreset -ac -novtswitch -sharevts >display 2>/dev/null & server=$!
      trap 'kill $server' EXIT
      for _ in {1..300}; do [ -s display ] && break; sleep 0.1; done
      export DISPLAY=:$(cat display)
      xrandr --output DUMMY0 --mode 1024x768
      xrandr --addmode DUMMY1 800x600; xrandr --output DUMMY1 --mode 800x600 --right-of DUMMY0
      xrandr >/dev/null # has the server look at what is plugged in
      '\(Program.path)' monitor --kiosk --demo --duration 60 & kiosk=$!
      for _ in {1..200}; do window=$(xdotool search --pid $kiosk 2>/dev/null | tail -n 1); [ "$window" ] && break; sleep 0.2; done
      # Waits until the window has this size, and says which it has.
      covers() {
        for _ in {1..50}; do
          size=$(xdotool getwindowgeometry $window | grep -o '[0-9]*x[0-9]*$')
          [ "$size" = $1 ] && break; sleep 0.2
        done
        echo "$size"
      }
      covers 1024x768
      xrandr --output DUMMY0 --off; covers 800x600
      xrandr --output DUMMY0 --mode 1024x768; xrandr --output DUMMY1 --off; covers 1024x768
      sleep 1; kill $kiosk; wait $kiosk
      """)
    #expect(result.output == "1024x768\n800x600\n1024x768\n")
    #expect(!result.errors.contains("aldis:"), "\(result.errors)")
  }
}
