import Capture
import Frames
import Graphics
import Interface
import Monitor
import Morse

/// The cost of drawing the desktop scene on this machine, without the camera's picture. Times are in milliseconds from the
/// first command to the last pixel.
public struct SceneBenchmark: Sendable, Codable {
  public struct Row: Sendable, Codable {
    public var width: Int
    public var height: Int
    /// Time of a frame without new text.
    public var frame: LumaBenchmark.Spread
    /// Time of a frame with one more character, in a text of several lines.
    public var character: LumaBenchmark.Spread
    /// Difference of the medians: the additional cost of a new character.
    var characterCost: Double { character.median - frame.median }
  }

  public var rows: [Row]

  /// Runs the benchmark.
  ///
  /// - Parameter frames: Frames of each kind. The kinds alternate.
  public init(
    on context: Context, sizes: [(width: Int, height: Int)] = [(800, 480), (1280, 800), (3840, 2160)],
    frames: Int = 100
  ) throws(GraphicsError) {
    rows = []
    for (width, height) in sizes {
      let stage = try Stage(context)
      let target = try context.target(width: width, height: height)
      let view = Stage.View(.desktop, width: width, height: height)
      var snapshot = Self.snapshot
      var (frame, character): ([Double], [Double]) = ([], [])
      let clock = ContinuousClock()
      // The first frames also set up the scene.
      for turn in -5..<max(1, frames) {
        for isNew in [true, false] {
          if isNew { snapshot.transcripts[0].append(Self.character(at: Double(turn))) }
          let start = clock.now
          try stage.draw(snapshot, as: view, into: target) { _ in }
          context.finish()
          let spent = start.duration(to: clock.now) / .milliseconds(1)
          guard turn >= 0 else { continue }
          if isNew { character.append(spent) } else { frame.append(spent) }
        }
      }
      rows.append(Row(width: width, height: height, frame: .init(frame), character: .init(character)))
    }
  }

  /// A snapshot of a torch in the middle of its message.
  private static var snapshot: Snapshot {
    let source = SourceInfo(
      name: "Camera", format: FrameFormat(.yuyv, width: 1280, height: 720), nominalRate: 60, isLive: true)
    var transcript = Transcript(torch: TorchID(0))
    for letter in 0..<300 {
      if letter % 6 == 5 { transcript.endWord() }
      transcript.append(character(at: Double(letter) - 400))
    }
    let torch = TorchView(
      id: TorchID(0), x: 700, y: 300, radius: 8, isOn: true, glow: 1, wordsPerMinute: 12)
    let points = (0..<600).map { frame in
      let isOn = frame / 6 % 3 == 0
      return LightTrace.Point(time: Double(frame) / 60, level: isOn ? 180 : 90, threshold: 135, isOn: isOn)
    }
    return Snapshot(
      source: .streaming(source), torches: [torch], trace: LightTrace(points: points),
      transcripts: [transcript], status: Status(frameRate: 60, wordsPerMinute: 12))
  }

  /// A character whose letter changes with each second.
  private static func character(at time: Double) -> Transcript.Character {
    let letters = Array("ETIANMSURWDKGOHVFLPJBXCYZQ")
    let letter = letters[Int(time.magnitude) % letters.count]
    guard let code = Alphabet.latin.codeWord(for: letter) else {
      preconditionFailure("every letter has a code word")
    }
    return Transcript.Character(
      sign: String(letter), code: code, start: time, end: time + 0.5, confidence: 0.98, wordsPerMinute: 12)
  }

  /// A line for each size.
  public var table: String {
    let lines = rows.map { row in
      "\(row.width)x\(row.height): \(row.frame.text(decimals: 2)), with a new character "
        + "\(row.character.text(decimals: 2)), \(row.characterCost.text(decimals: 2)) more"
    }
    return (["the window, milliseconds a frame without its picture, median (10 %...90 %):"] + lines)
      .joined(separator: "\n") + "\n"
  }
}
