import Capture
import Monitor
import Torch

/// A report on the parts of a machine: whether each part works, and how to repair it.
package struct MachineReport {
  package struct Line: Equatable, Encodable {
    enum State: String, Encodable {
      case ok
      /// An optional part is missing.
      case note
      /// A function of Aldis is unavailable until this is repaired.
      case mend
    }

    var state: State
    /// The part of the machine.
    var part: String
    /// The result and, if there is a fault, the repair.
    var words: String
  }

  package private(set) var lines: [Line] = []

  package var isWell: Bool { !lines.contains { $0.state == .mend } }

  /// The report for people: a line for each result.
  package var listing: String {
    lines.map { line in
      line.state.rawValue.padded(to: 6) + line.part.padded(to: 11) + line.words.onOneLine + "\n"
    }.joined()
  }

  /// Tests this machine. This takes one or two seconds for each camera.
  package init() { self.init(.gathered()) }

  init(_ facts: MachineFacts) {
    addCameras(facts.cameras)
    addGraphics(facts)
    addFonts(facts.alphabetsWithoutFont)
    addLEDs(facts)
    addSettings(facts)
  }

  private mutating func add(_ state: Line.State, _ part: String, _ words: String) {
    lines.append(Line(state: state, part: part, words: words))
  }

  private mutating func addCameras(_ cameras: [MachineFacts.CameraFacts]) {
    var others: [String] = []
    for camera in cameras {
      switch camera.stream {
      case .success(let info):
        let rate = info.nominalRate.map { " at \($0.plain(decimals: 2)) fps" } ?? ""
        add(
          .ok, "camera",
          "\(camera.title) gives pictures of \(info.format.width) x \(info.format.height)\(rate)")
        addExposure(of: camera.title, info)
      // Most cameras also have a node for data, and many machines have nodes of codecs.
      case .failure(.notACamera(let path, let reason)): others.append("\(path): \(reason)")
      case .failure(let error): add(.mend, "camera", error.message)
      }
    }
    guard lines.isEmpty else { return }
    let nodes = others.isEmpty ? "" : " (\(others.joined(separator: "; ")))"
    add(.mend, "camera", "no camera found\(nodes); plug one in; aldis --demo needs none")
  }

  private mutating func addExposure(of camera: String, _ info: SourceInfo) {
    if let times = info.adjustableExposure?.times {
      let range = "\(milliseconds(times.lowerBound)) to \(milliseconds(times.upperBound))"
      add(.ok, "exposure", "\(camera) can be held at \(range)")
    } else {
      add(
        .note, "exposure",
        "\(camera) sets its own; if its picture changes with the lamp, use a camera with manual exposure")
    }
  }

  private mutating func addGraphics(_ facts: MachineFacts) {
    switch facts.renderer {
    case .success(let renderer):
      if let refusal = renderer.gpuRefusal {
        add(
          .note, "graphics",
          "\(renderer.name) draws, and the CPU measures: \(refusal); a newer driver may mend it")
      } else {
        let kind = renderer.isSoftware ? ", a renderer on the CPU," : ""
        add(.ok, "graphics", "\(renderer.name)\(kind) draws, and measures as exactly as the CPU")
      }
    case .failure(let error):
      add(.mend, "graphics", "\(error); install a driver (Debian: libegl1, libgles2, libgl1-mesa-dri)")
    }
    switch facts.display {
    case .open: add(.ok, "display", "a window opens")
    case .unnamed: add(.note, "display", "none here; read with --headless, or start Aldis on a desktop")
    case .failed(let error):
      add(.mend, "display", "\(error); log in to the display, or correct DISPLAY or WAYLAND_DISPLAY")
    }
  }

  private mutating func addFonts(_ missing: [String]) {
    if missing.contains("latin") {
      add(.mend, "fonts", "no font has all Latin letters; install one (Debian: fonts-dejavu-core)")
    } else if missing.isEmpty {
      add(.ok, "fonts", "the letters of all alphabets can be shown")
    } else {
      add(
        .note, "fonts",
        """
        letters are missing for \(missing.joined(separator: ", ")); to read these alphabets, install fonts (Debian: \
        fonts-noto-core, fonts-noto-cjk)
        """)
    }
  }

  private mutating func addLEDs(_ facts: MachineFacts) {
    let leds = facts.leds
    let names = { (leds: [LEDListing]) in leds.map(\.name).joined(separator: ", ") }
    let ready = leds.filter { $0.obstacle == nil }
    if !ready.isEmpty { add(.ok, "LED", "can be switched: \(names(ready))") }
    let denied = leds.filter { if case .notPermitted = $0.obstacle { true } else { false } }
    if !denied.isEmpty {
      add(
        .note, "LED",
        "no permission to switch \(names(denied)); to send with one, add a udev rule (see man aldis)")
    }
    for led in leds where !denied.contains(led) {
      if let obstacle = led.obstacle { add(.note, "LED", obstacle.message) }
    }
    guard leds.isEmpty else { return }
    let torch = if case .open = facts.display { "screen" } else { "light://HOST:PORT" }
    add(.note, "LED", "none here; send with --torch \(torch)")
  }

  private mutating func addSettings(_ facts: MachineFacts) {
    switch facts.settings {
    case .failure(let failure): add(.mend, "settings", failure.message)
    case .success(let settings):
      if let obstacle = obstacle(to: settings.torch, among: facts.leds) {
        add(.mend, "settings", "\(obstacle) (the torch of \(facts.settingsName))")
      } else {
        add(
          .ok, "settings",
          facts.hasSettingsFile
            ? "\(facts.settingsName) is understood"
            : "no settings file (\(facts.settingsName)); the defaults apply")
      }
    }
    if let failure = facts.measuredTorches { add(.mend, "settings", failure.message) }
    switch facts.stateFolder {
    case nil: add(.mend, "folder", "nothing is kept until the next start: set HOME to your home folder")
    case let folder?:
      if let obstacle = folder.obstacle {
        add(
          .mend, "folder",
          "cannot write \(folder.path): \(obstacle); let your user write it, or set XDG_STATE_HOME")
      } else {
        add(.ok, "folder", "\(folder.path) can be written")
      }
    }
  }

  /// The reason why the torch of the settings cannot be used; `nil` if it can be used, or if only a trial would show that.
  private func obstacle(to torch: String?, among leds: [LEDListing]) -> String? {
    guard let torch else { return nil }
    switch try? TorchChoice.named(torch) {
    case nil: return "there is no torch \(torch); choose one of aldis help send"
    case .led(let name)?:
      guard let led = leds.first(where: { $0.name == name }) else {
        return TorchError.noSuchLED(name, folder: LEDFolder.path, existing: leds.map(\.name)).message
      }
      return led.obstacle?.message
    default: return nil
    }
  }
}

extension MachineFacts.CameraFacts {
  fileprivate var title: String { name.isEmpty ? path : "\(path) (\(name))" }
}
