import Testing

@testable import Torch

@Suite("Light levels")
struct LightLevelsTests {
  @Test(
    "a level is rounded to a byte of 255 steps",
    arguments: [
      (0, 0), (1, 255), (0.5, 128), (0.302, 77), (0.001, 0), (0.002, 1), (-1, 0), (7, 255),
      (.nan, 0), (.infinity, 255),
    ] as [(Double, UInt8)])
  func rounding(_ level: Double, _ byte: UInt8) {
    #expect(LightLevels(bass: level, middle: 0, treble: 1).bytes == [byte, 0, 255])
  }

  @Test("a single lamp shows the brightest level")
  func brightest() {
    #expect(LightLevels(1, 9, 3).brightest == 9)
  }

  @Test(
    "states are read from any pieces of the stream, and the newest is returned",
    arguments: [
      ([[1, 2, 3]], [LightLevels(1, 2, 3)]),
      ([[1], [2], [3]], [nil, nil, LightLevels(1, 2, 3)]),
      ([[1, 2], [3, 4, 5], [6]], [nil, LightLevels(1, 2, 3), LightLevels(4, 5, 6)]),
      ([[1, 2, 3, 4, 5, 6, 7], [8], [9]], [LightLevels(4, 5, 6), nil, LightLevels(7, 8, 9)]),
      ([[1], Array(2...30), [31, 32]], [nil, LightLevels(28, 29, 30), nil]),
      ([Array(1...11), [12]], [LightLevels(7, 8, 9), LightLevels(10, 11, 12)]),
      ([[]], [nil]),
    ] as [([[UInt8]], [LightLevels?])])
  func stream(_ pieces: [[UInt8]], _ states: [LightLevels?]) {
    var parser = LevelParser()
    #expect(pieces.map { parser.newest(adding: $0) } == states)
  }
}
