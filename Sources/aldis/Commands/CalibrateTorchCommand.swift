import Application
import ArgumentParser

struct CalibrateTorchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate-torch",
    abstract: "Measures how fast a torch goes on and off.",
    usage: "aldis calibrate-torch [<options>]",
    discussion: """
        aldis calibrate-torch --torch led:NAME
        aldis calibrate-torch --torch screen --camera /dev/video0

      Sends PARIS PARIS, with dots of 0.25 s by default, while a camera watches. Saves the delays in \
      ~/.config/aldis/torches.toml. Later messages are switched earlier by these delays. To forget them, remove the torch \
      from that file.
      """)

  @OptionGroup var lamp: LampOptions

  @OptionGroup var camera: CameraOptions

  func run() throws {
    try TorchCalibration(lamp: lamp.choices, camera: camera.choices).run()
  }
}
