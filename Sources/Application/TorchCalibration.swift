import FoundationEssentials
import Monitor
import Morse
import Torch

/// Measures the switching delays of a torch, and saves them.
package struct TorchCalibration {
  package var lamp: LampChoices
  /// The source that reads the light; the first camera if none is named.
  package var camera: SourceChoices

  package init(lamp: LampChoices, camera: SourceChoices) {
    self.lamp = lamp
    self.camera = camera
  }

  private static let text = "PARIS PARIS"
  /// Length of a dot in seconds, unless the user chooses another one. It is long enough that a camera measures each edge
  /// separately.
  private static let unit = 0.25

  package func run() throws {
    let settings = try Settings.load()
    let choices = try lamp.torches(settings)
    guard choices.count == 1 else { throw Failure(.usage, "--torch can be given only once here") }
    let choice = choices[0]
    if case .video = choice { throw Failure(.usage, "a video has no delays; name another torch") }
    let source = try camera.cameraOrRecording()
    guard let path = MeasuredTorches.path else {
      throw Failure(.io, "there is no folder for settings: set HOME or XDG_CONFIG_HOME")
    }
    // A damaged file is reported before the message is sent.
    _ = try MeasuredTorches.load()
    let timing = try measure(choice, source, settings)
    let delays = timing.delays ?? .init(rise: max(0, -timing.lengthening), fall: max(0, timing.lengthening))
    guard [delays.rise, delays.fall].allSatisfy(MeasuredTorches.range.contains) else {
      throw Failure(
        .data,
        """
        light was seen \(milliseconds(delays.rise)) after \(choice) was switched on, which is no lamp's delay; see that it is \
        the only light that signals in the picture
        """)
    }
    let saved = Result { try save(delays, of: choice, at: path) }
    try Output.standard.write(report(timing, delays, of: choice))
    try saved.get()
  }

  private func save(_ delays: SwitchingDelays, of torch: TorchChoice, at path: String) throws {
    // Another torch may have been measured meanwhile.
    var torches = try MeasuredTorches.load()
    torches.delays["\(torch)"] = delays
    do {
      try torches.write(to: path)
    } catch {
      throw Failure(
        .io, "cannot write \(path): \(systemReason(of: error)); make it writable, and measure again")
    }
  }

  private func measure(
    _ choice: TorchChoice, _ source: SourceChoice, _ settings: Settings
  ) throws -> MeasuredTiming {
    let chosenTiming = lamp.choosesSpeed ? try lamp.timing(settings) : lamp.timing.timing(unit: Self.unit)
    lamp.warnOfFlashes(chosenTiming)
    let torch = try LiveTorch([choice], lamp, settings, delays: .zero)
    let result = try torch.releaseAfter {
      let timing = torch.timing(chosenTiming)
      let message = OutgoingMessage(text: Self.text, alphabet: .alphabet(.latin))
      return try VerifiedSending(keying: message.keyed(timing).keying, torch: torch, source: source)
        .result(timing, alphabet: .latin)
    }
    guard let timing = result.timing else {
      throw Failure(
        .data,
        "the camera saw too little of the light of \(choice); point it at the light, and check with aldis monitor"
      )
    }
    return timing
  }

  private func report(_ timing: MeasuredTiming, _ delays: SwitchingDelays, of torch: TorchChoice) -> String {
    let later = "\(milliseconds(abs(timing.lengthening))) \(timing.lengthening < 0 ? "sooner" : "later")"
    let each =
      timing.delays.map { "on after \(milliseconds($0.rise)), off after \(milliseconds($0.fall))" }
      ?? "goes off \(later) than on (what both take is seen by a camera alone)"
    return
      "\(torch)  \(each); \(timing.measuredEdges) of \(timing.plannedEdges) edges seen, with a jitter of \(milliseconds(timing.jitter))\n"
  }
}
