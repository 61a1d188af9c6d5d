import ArgumentParser
import Capture
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

  @OptionGroup var spelling: SpellingOptions

  @Option(help: ArgumentHelp("Where the recording goes; - is standard output.", valueName: "file.y4m"))
  var output: String

  @Option(help: "Frames a second.")
  var fps = 30.0

  @Option(help: ArgumentHelp("Picture size in pixels.", valueName: "widthxheight"))
  var size = PictureSize(width: 640, height: 480)

  @Option(help: "Words a minute, of ITU timing.")
  var wpm = 12.0

  @Option(
    help: ArgumentHelp(SendingTiming.names, valueName: "name|lengths"), transform: SendingTiming.named)
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
    try require("--fps", fps, in: 1...1000)
    try require("--wpm", wpm, in: 0.1...200)
    try require("--noise", noise, in: 0...100)
    try require("--torch-radius", torchRadius, in: 0.3...2000)
    try require("--shake", shake, in: 0...100)
    try require("--exposure", exposure, in: 0.001...1)
    try require("--lead", lead, in: 0...3600)
    try require("--torches", Double(torches), in: 1...16)
  }

  func run() throws {
    try SceneRecording(scene: try description()).write(to: output)
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
    let message = spelling.message(text)
    scene.torches = try (0..<torches).map { index in
      let timing = timing.timing(wordsPerMinute: wpm * (1 + Double(index) / 4))
      return SimulatedTorch(marks: try message.keyed(timing).keying.marks, radius: torchRadius)
    }
    return scene
  }
}
