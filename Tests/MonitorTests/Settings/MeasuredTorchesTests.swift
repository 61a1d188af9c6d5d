import Foundation
import Monitor
import Morse
import Testing

@Suite("Measured torches")
struct MeasuredTorchesTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent(
    "torches-\(UUID().uuidString)"
  ).path

  @Test("measured delays are saved and read, to a tenth of a millisecond")
  func kept() throws {
    defer { unlink(path) }
    #expect(try MeasuredTorches(at: path).delays.isEmpty)
    var torches = MeasuredTorches()
    let (odd, far) = ("led:\"red\" \\", "light://[::1]:1844")
    torches.delays = [odd: .init(rise: 0.00214, fall: 0.0458), far: .init(rise: 0, fall: 0.1)]
    try torches.write(to: path)
    let read = try MeasuredTorches(at: path).delays
    #expect(read == [odd: .init(rise: 0.0021, fall: 0.0458), far: .init(rise: 0, fall: 0.1)])
  }

  @Test(
    "impossible delays and unknown keys are errors",
    arguments: [
      ("[\"led:red\"]\nrise = 99", "led:red.rise must be a number from -1 to 10"),
      ("[\"led:red\"]\nspeed = 1", "led:red.speed means nothing; there are led:red.fall, led:red.rise"),
      ("red = 1", "red must be a table"),
    ])
  func mistakes(_ text: String, _ message: String) throws {
    defer { unlink(path) }
    try UserFolder.write(Data(text.utf8), to: path)
    let error = #expect(throws: SettingsError.self) { try MeasuredTorches(at: path) }
    #expect(error?.description == message)
  }
}
