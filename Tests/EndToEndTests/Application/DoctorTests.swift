import Capture
import Frames
import Graphics
import Monitor
import Testing
import Torch

@testable import Application

/// The report of `aldis doctor` about a machine.
@Suite("Doctor")
struct DoctorTests {
  /// A machine without faults.
  private static func facts(_ change: (inout MachineFacts) -> Void = { _ in }) -> MachineFacts {
    var facts = MachineFacts(
      cameras: [camera()], renderer: .success(.init(name: "Mesa", isSoftware: false)), display: .open,
      alphabetsWithoutFont: [], leds: [LEDListing(name: "red")], settingsName: "settings.toml",
      hasSettingsFile: true,
      settings: .success(Settings()), stateFolder: .init(path: "/home/me/.local/state/aldis"))
    change(&facts)
    return facts
  }

  private static func camera(exposureTimes: ClosedRange<Double>? = 0.0001...0.5) -> MachineFacts.CameraFacts {
    var info = SourceInfo(
      name: "Cam", format: FrameFormat(.yuyv, width: 640, height: 480), nominalRate: 30, isLive: true)
    info.adjustableExposure = exposureTimes.map { AdjustableExposure(times: $0) }
    return .init(path: "/dev/video0", name: "Cam", stream: .success(info))
  }

  @Test("on a machine without faults, each line names a tested part")
  func well() {
    let report = MachineReport(Self.facts())
    #expect(report.isWell)
    #expect(
      report.listing == """
        ok    camera     /dev/video0 (Cam) gives pictures of 640 x 480 at 30 fps
        ok    exposure   /dev/video0 (Cam) can be held at 0.1 ms to 500 ms
        ok    graphics   Mesa draws, and measures as exactly as the CPU
        ok    display    a window opens
        ok    fonts      the letters of all alphabets can be shown
        ok    LED        can be switched: red
        ok    settings   settings.toml is understood
        ok    folder     /home/me/.local/state/aldis can be written

        """)
  }

  @Test("a fault that keeps Aldis from working is reported as mend", arguments: faults)
  func mend(_ fault: Fault) {
    let report = MachineReport(Self.facts(fault.change))
    let lines = report.lines.filter { $0.state == .mend }
    #expect(lines.map(\.part) == [fault.part])
    #expect(lines.first?.words.contains(fault.words) ?? false, "\(report.listing)")
    #expect(!report.isWell)
  }

  @Test("without a display and LEDs, a remote light is suggested; without a settings file, defaults apply")
  func bare() {
    let report = MachineReport(
      Self.facts { ($0.leds, $0.display, $0.hasSettingsFile) = ([], .unnamed, false) })
    #expect(report.isWell)
    #expect(report.listing.contains("none here; send with --torch light://HOST:PORT"))
    #expect(report.listing.contains("ok    settings   no settings file (settings.toml); the defaults apply"))
  }

  @Test("a missing part that is optional is reported as note", arguments: lacks)
  func note(_ lack: Fault) {
    let report = MachineReport(Self.facts(lack.change))
    let lines = report.lines.filter { $0.state == .note }
    #expect(lines.map(\.part) == [lack.part])
    #expect(lines.first?.words.contains(lack.words) ?? false, "\(report.listing)")
    #expect(report.isWell)
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    var part: String
    /// Words in the line about it.
    var words: String
    var change: @Sendable (inout MachineFacts) -> Void

    var testDescription: String { words }

    init(_ part: String, _ words: String, _ change: @escaping @Sendable (inout MachineFacts) -> Void) {
      (self.part, self.words, self.change) = (part, words, change)
    }
  }

  private static let faults = [
    Fault("camera", "no camera found; plug one in") { $0.cameras = [] },
    Fault("camera", "no camera found (/dev/video1: it is a codec); plug one in") {
      $0.cameras[0].stream = .failure(.notACamera("/dev/video1", reason: "it is a codec"))
    },
    Fault("camera", "add yourself to the group `video`") {
      $0.cameras[0].stream = .failure(.cameraDenied("/dev/video0"))
    },
    Fault("camera", CaptureError.cameraBusy("/dev/video0").message) {
      $0.cameras[0].stream = .failure(.cameraBusy("/dev/video0"))
    },
    Fault("graphics", "libgl1-mesa-dri") { $0.renderer = .failure(.noOffscreenContext(tried: [])) },
    Fault("display", "correct DISPLAY") { $0.display = .failed(.noDisplay(reason: "refused")) },
    Fault("fonts", "fonts-dejavu-core") { $0.alphabetsWithoutFont = ["latin", "wabun"] },
    Fault("settings", "line 1; correct it") {
      $0.settings = .failure(Failure(.data, "cannot use settings.toml: line 1; correct it, or remove it"))
    },
    Fault("settings", "cannot use torches.toml") {
      $0.measuredTorches = Failure(.data, "cannot use torches.toml: line 1; correct it, or remove it")
    },
    Fault("settings", "no LED is called blue; ") { $0.choose("led:blue") },
    Fault("settings", "there is no torch lamp") { $0.choose("lamp") },
    Fault("settings", "in use by aldis") {
      $0.leds = [LEDListing(name: "red", obstacle: .inUse("led:red", holder: "aldis"))]
      $0.choose("led:red")
    },
    Fault("folder", "set HOME") { $0.stateFolder = nil },
    Fault("folder", "cannot write /home/me/.local/state/aldis: read-only") {
      $0.stateFolder?.obstacle = "read-only"
    },
  ]

  private static let lacks = [
    Fault("exposure", "use a camera with manual exposure") { $0.cameras = [camera(exposureTimes: nil)] },
    Fault("graphics", "the CPU measures: 10 bits") {
      $0.renderer = .success(.init(name: "Mali", isSoftware: false, gpuRefusal: "10 bits"))
    },
    Fault("display", "--headless") { $0.display = .unnamed },
    Fault("fonts", "missing for wabun, korean") { $0.alphabetsWithoutFont = ["wabun", "korean"] },
    Fault("LED", "none here; send with --torch screen") { $0.leds = [] },
    Fault("LED", "no permission to switch caps, num; ") { facts in
      facts.leds += ["caps", "num"].map { led in
        LEDListing(name: led, obstacle: .notPermitted("led:\(led)", path: led))
      }
    },
  ]

  @Test("the data node of a camera is not reported")
  func dataNode() {
    let report = MachineReport(
      Self.facts { facts in
        facts.cameras.append(
          .init(
            path: "/dev/video1", name: "Cam", stream: .failure(.notACamera("/dev/video1", reason: "data"))))
      })
    #expect(report.lines.filter { $0.part == "camera" }.map(\.state) == [.ok])
  }

  @Test(
    "the program reports on this machine as text and as JSON, and its exit status shows whether there are faults"
  )
  func program() throws {
    let program = Program()
    let result = try program.run(
      """
      mkdir -p leds/red; echo 255 >leds/red/max_brightness; echo 0 >leds/red/brightness
      export ALDIS_LEDS=$PWD/leds
      aldis doctor; echo $?
      aldis doctor --json >report.json; echo $?
      python3 -c 'import json; print(*(line["state"] for line in json.load(open("report.json"))))'
      mkdir -p "$XDG_CONFIG_HOME/aldis"; echo '[send' >"$XDG_CONFIG_HOME/aldis/settings.toml"
      aldis doctor | grep settings; echo $?
      aldis doctor >/dev/null; echo $?
      """)
    #expect(result.errors == "")
    var lines = result.output.split(separator: "\n")
    #expect(lines.popLast() == "1")
    #expect(lines.popLast() == "1", "the status of a pipe is that of aldis")
    #expect(lines.popLast()?.contains("settings.toml: line 1, column ") ?? false)
    let states = lines.popLast()?.split(separator: " ") ?? []
    let status = states.contains("mend") ? "1" : "0"
    #expect(lines.popLast() == Substring(status))
    #expect(lines.popLast() == Substring(status))
    #expect(lines.map { $0.prefix { $0 != " " } } == states)
    #expect(lines.contains { $0.hasPrefix("ok    LED        can be switched: red") })
    // The doctor switched nothing and wrote no file.
    #expect(try program.folder.text("leds/red/brightness") == "0\n")
    #expect(try program.run("ls -A .state 2>/dev/null").output == "")
  }
}

extension MachineFacts {
  fileprivate mutating func choose(_ torch: String) {
    var chosen = Settings()
    chosen.torch = torch
    settings = .success(chosen)
  }
}
