import Application
import ArgumentParser
import Capture

struct CamerasCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cameras", abstract: "Lists the cameras with their formats and rates.",
    discussion: """
        aldis cameras
        aldis cameras --json
      """)

  @Flag(help: "Prints a JSON array.")
  var json = false

  func run() throws {
    let cameras = Camera.list()
    guard !json else { return try Output.standard.write(json: cameras) }
    for camera in cameras { try Output.standard.write(camera.listing) }
    if cameras.isEmpty {
      say("no camera found; plug one in, or try the demo: aldis --demo")
    }
  }
}

extension CameraDescription {
  /// A line for the camera, and one for each format with its sizes and fastest rates.
  fileprivate var listing: String {
    let title = "\(path)  \(name.isEmpty ? "?" : name)\(driver.isEmpty ? "" : " (\(driver), \(bus))")\n"
    if let obstacle { return title + "  not usable: \(obstacle)\n" }
    let width = formats.map(\.code.count).max() ?? 0
    return formats.reduce(into: title) { text, format in
      let code = format.code.padded(to: width)
      let sizes = format.sizes.map(\.listing).joined(separator: "  ")
      text += "  \(code)  \(sizes)\(format.isReadable ? "" : "  (not read by Aldis)")\n"
    }
  }
}

extension CameraSize {
  /// `640x480@30`: the size, or its range, and the fastest rate if the driver reports it.
  fileprivate var listing: String {
    let smallest = "\(width.minimum)x\(height.minimum)"
    let largest = "\(width.maximum)x\(height.maximum)"
    let size = smallest == largest ? smallest : "\(smallest)...\(largest)"
    guard let fastest = rates.map(\.fastest.perSecond).max() else { return size }
    return "\(size)@\(fastest.plain(decimals: 2))"
  }
}
