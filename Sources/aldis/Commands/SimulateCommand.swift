import Application
import ArgumentParser
import Capture

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Makes a recording of a lamp that sends a text.",
    usage: "aldis simulate <text> ... --output <file.y4m> [<options>]",
    discussion: """
        aldis simulate SOS --output clip.y4m
        aldis simulate SOS DE ALDIS --output - | aldis decode -

      Writes YUV4MPEG2, which FFmpeg reads too. Equal options give equal bytes. Of several torches, each sends the text a \
      quarter of --wpm faster than the one before.
      """)

  @Argument(help: "The text. Prosigns: '<SK>'.")
  var text: [String]

  @OptionGroup var spelling: SpellingOptions

  @Option(
    help: ArgumentHelp("The recording; - is standard output.", valueName: "file.y4m"), completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp("Frames per second. (default: 30)", valueName: "number"),
    transform: number(in: 1...1000))
  var fps = 30.0

  @Option(
    help: ArgumentHelp("Size of the picture in pixels. (default: 640x480)", valueName: "WxH"),
    transform: option(PictureSize.named))
  var size = PictureSize(width: 640, height: 480)

  @Option(
    help: ArgumentHelp("Words per minute, with --timing itu. (default: 12)", valueName: "number"),
    transform: number(in: 0.1...200))
  var wpm = 12.0

  @Option(
    help: ArgumentHelp(SendingTiming.names, valueName: "name|lengths"), transform: SendingTiming.named)
  var timing = SendingTiming.itu

  @Option(
    help: ArgumentHelp(
      "Standard deviation of the sensor noise, in grey levels. (default: 2)", valueName: "levels"),
    transform: number(in: 0...100))
  var noise = 2.0

  @Option(
    help: ArgumentHelp("Radius of the lamp. (default: 6)", valueName: "pixels"),
    transform: number(in: 0.3...2000))
  var torchRadius = 6.0

  @Option(
    help: ArgumentHelp("Shake of the picture, root mean square. (default: 0)", valueName: "pixels"),
    transform: number(in: 0...100))
  var shake = 0.0

  @Option(
    help: ArgumentHelp("How many lamps send. (default: 1)", valueName: "number"),
    transform: number(in: 1...16))
  var torches = 1

  @Option(
    help: ArgumentHelp("Exposure, as a share of the frame interval. (default: 0.5)", valueName: "share"),
    transform: number(in: 0.001...1))
  var exposure = 0.5

  @Option(
    help: ArgumentHelp("Darkness before the first mark. (default: 2)", valueName: "seconds"),
    transform: number(in: 0...3600))
  var lead = 2.0

  @Option(help: ArgumentHelp("What is behind the lamp.", valueName: "name"))
  var backdrop = Backdrop.harbour

  @Option(
    help: ArgumentHelp(
      "Seed of the noise, the shake and the places of lamps. (default: 1)", valueName: "number"),
    transform: number(in: UInt64.min...UInt64.max))
  var seed: UInt64 = 1

  enum Backdrop: String, CaseIterable, ExpressibleByArgument {
    case harbour, texture, plain
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
    let message = spelling.message(text.joined(separator: " "))
    scene.torches = try (0..<torches).map { index in
      let timing = timing.timing(wordsPerMinute: wpm * (1 + Double(index) / 4))
      return SimulatedTorch(marks: try message.keyed(timing).keying.marks, radius: torchRadius)
    }
    return scene
  }
}
