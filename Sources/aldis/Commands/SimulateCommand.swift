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

  @Option(help: ArgumentHelp("Frames per second.", valueName: "number"))
  var fps = 30.0

  @Option(help: ArgumentHelp("Size of the picture in pixels.", valueName: "WxH"))
  var size = PictureSize(width: 640, height: 480)

  @Option(help: ArgumentHelp("Words per minute, with --timing itu.", valueName: "number"))
  var wpm = 12.0

  @Option(
    help: ArgumentHelp(SendingTiming.names, valueName: "name|lengths"), transform: SendingTiming.named)
  var timing = SendingTiming.itu

  @Option(help: ArgumentHelp("Standard deviation of the sensor noise, in grey levels.", valueName: "levels"))
  var noise = 2.0

  @Option(help: ArgumentHelp("Radius of the lamp.", valueName: "pixels"))
  var torchRadius = 6.0

  @Option(help: ArgumentHelp("Shake of the picture, root mean square.", valueName: "pixels"))
  var shake = 0.0

  @Option(help: ArgumentHelp("How many lamps send.", valueName: "number"))
  var torches = 1

  @Option(help: ArgumentHelp("Exposure, as a share of the frame interval.", valueName: "share"))
  var exposure = 0.5

  @Option(help: ArgumentHelp("Darkness before the first mark.", valueName: "seconds"))
  var lead = 2.0

  @Option(help: ArgumentHelp("What is behind the lamp.", valueName: "name"))
  var backdrop = Backdrop.harbour

  @Option(help: ArgumentHelp("Seed of the noise, the shake and the places of lamps.", valueName: "number"))
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
    let message = spelling.message(text.joined(separator: " "))
    scene.torches = try (0..<torches).map { index in
      let timing = timing.timing(wordsPerMinute: wpm * (1 + Double(index) / 4))
      return SimulatedTorch(marks: try message.keyed(timing).keying.marks, radius: torchRadius)
    }
    return scene
  }
}
