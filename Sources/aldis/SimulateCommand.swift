import ArgumentParser
import Capture
import Frames
import Morse

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Makes a recording of a lamp that sends a text.",
    discussion: """
      Writes YUV4MPEG2, which FFmpeg and `aldis decode -` read. Equal options make equal bytes. With several torches \
      all send the text, each a quarter faster than the one before.
      """)

  @Argument(help: "What the lamp sends. Prosigns are written <SK>.")
  var text: String

  @Option(
    help: ArgumentHelp(
      "What the text is sent in: \(AlphabetChoice.names). auto is the script it is written in.",
      valueName: "name|auto"),
    transform: AlphabetChoice.named)
  var alphabet = AlphabetChoice.automatic

  @Flag(help: "Send abbreviated figures: A U V E B D N T for 1 2 3 5 7 8 9 0.")
  var cutFigures = false

  @Option(help: ArgumentHelp("Where the recording goes; - is standard output.", valueName: "file.y4m"))
  var output: String

  @Option(help: "Frames a second.")
  var fps = 30.0

  @Option(help: ArgumentHelp("Picture size in pixels.", valueName: "widthxheight"))
  var size = PictureSize(width: 640, height: 480)

  @Option(help: "Words a minute.")
  var wpm = 12.0

  @Option(help: "itu (ITU-R M.1677-1), or morse-torch (the phone torch; it has one speed).")
  var timing = SendingTiming.itu

  @Option(help: "Sensor noise: one standard deviation in grey levels.")
  var noise = 2.0

  @Option(help: "Radius of the lamp in pixels.")
  var torchRadius = 6.0

  @Option(help: "How far a hand shakes the picture: root mean square in pixels.")
  var shake = 0.0

  @Option(help: "How many lamps send.")
  var torches = 1

  @Option(help: "How long the shutter is open, as a fraction of the time from frame to frame.")
  var exposure = 0.5

  @Option(help: "Seconds of darkness before the first mark.")
  var lead = 2.0

  @Option(help: "harbour, texture or plain.")
  var backdrop = Backdrop.harbour

  @Option(help: "Another seed, another recording: noise, shake, and where the lamps are.")
  var seed: UInt64 = 1

  enum Backdrop: String, CaseIterable, ExpressibleByArgument {
    case harbour, texture, plain
  }

  func validate() throws {
    guard !text.allSatisfy(\.isWhitespace) else { throw ValidationError("there is no text to send") }
    try require("--fps", fps, in: 1...1000)
    try require("--wpm", wpm, in: 0.1...200)
    try require("--noise", noise, in: 0...100)
    try require("--torch-radius", torchRadius, in: 0.3...2000)
    try require("--shake", shake, in: 0...100)
    try require("--exposure", exposure, in: 0.001...1)
    try require("--lead", lead, in: 0...3600)
    try require("--torches", Double(torches), in: 1...16)
  }

  private func require(_ name: String, _ value: Double, in range: ClosedRange<Double>) throws {
    guard range.contains(value) else {
      throw ValidationError(
        "\(name) must be \(range.lowerBound.plain) to \(range.upperBound.plain), not \(value.plain)")
    }
  }

  func run() throws {
    let scene = SimulatedScene(try description())
    let output = try Output.to(output)
    do throws(Y4MWriteError) {
      let header = Y4MHeader(format: scene.info.format, rate: .init(nearest: fps))
      let writer = try Y4MWriter(descriptor: output.descriptor, header: header)
      try write(scene, to: writer)
    } catch .readerGone {
      throw ReaderGone()
    } catch .failed(let reason) {
      throw Failure(.io, "cannot write \(output.name): \(reason)")
    } catch .unsupported(let format) {
      throw Failure(.data, "YUV4MPEG2 cannot carry \(format.rawValue)")
    }
  }

  private func write(_ scene: SimulatedScene, to writer: Y4MWriter) throws(Y4MWriteError) {
    while !Interruption.isRequested, let event = try? scene.next(within: .seconds(1)) {
      switch event {
      case .frame(let frame): try writer.write(frame)
      case .ended: return
      // One by one: the compiler takes no list of patterns for a value that cannot be copied.
      case .lost: continue
      case .changed: continue
      case .nothing: continue
      }
    }
  }

  private func description() throws -> SceneDescription {
    var scene = SceneDescription(
      width: size.width, height: size.height, rate: fps, exposure: exposure, noise: noise, shake: shake,
      leadIn: lead, seed: seed)
    scene.backdrop =
      switch backdrop {
      case .harbour: .harbour
      case .texture: .texture(seed: seed)
      case .plain: .plain(level: 60)
      }
    scene.torches = try (0..<torches).map { index in
      let timing = timing.timing(wordsPerMinute: wpm * (1 + Double(index) / 4))
      return SimulatedTorch(marks: try keying(timing).marks, radius: torchRadius)
    }
    return scene
  }

  private var sendingAlphabet: Alphabet {
    switch alphabet {
    case .automatic: .spelling(text)
    case .alphabet(let alphabet): alphabet
    }
  }

  private func keying(_ timing: Timing) throws -> Keying {
    do {
      return try Encoder(alphabet: sendingAlphabet, timing: timing, cutsFigures: cutFigures).encode(text)
    } catch {
      throw Failure(.usage, "cannot send this text: \(error) (alphabet \(sendingAlphabet.name))")
    }
  }
}

/// How a text is sent.
enum SendingTiming: String, CaseIterable, ExpressibleByArgument {
  case itu
  case morseTorch = "morse-torch"

  func timing(wordsPerMinute: Double) -> Timing {
    switch self {
    case .itu: .itu(wordsPerMinute: wordsPerMinute)
    case .morseTorch: .morseTorch
    }
  }
}

extension Y4MHeader.Rate {
  /// The fraction of thousandths nearest to `rate`: 29.97 is 29970:1000.
  fileprivate init(nearest rate: Double) {
    self = rate == rate.rounded() ? .init(Int64(rate)) : .init(Int64((rate * 1000).rounded()), per: 1000)
  }
}
