import Frames
import Morse
import Testing

@testable import Torch

@Suite("Refresh keyer")
struct RefreshKeyerTests {
  private static let text = "PARIS PARIS 5EEEEEEEE"

  private static func keying(rate: Double, wordsPerMinute: Double) throws -> Keying {
    try Encoder(timing: .itu(wordsPerMinute: wordsPerMinute).inWholeRefreshes(of: rate)).encode(text)
  }

  /// Lengths of the marks, in refreshes.
  private static func lengths(_ keying: Keying, rate: Double) -> [Int] {
    keying.marks.map { Int((($0.upperBound - $0.lowerBound) * rate).rounded()) }
  }

  /// Plays a message on a simulated display, on which showing a picture waits for the next refresh.
  ///
  /// - Parameters:
  ///   - rate: The nominal rate of the display; `trueRate` is its true rate.
  ///   - others: Seconds between other pictures, such as a camera's frames. Drawing one takes up to `drawing`.
  /// - Returns: How many refreshes each mark was on.
  private func marks(
    _ keying: Keying, rate: Double, trueRate: Double, others: Double, drawing: Double, seed: UInt64
  ) throws -> [Int] {
    var random = SplitMix64(seed: seed)
    let phase = Double.random(in: 0..<1, using: &random) / trueRate
    var now = Timestamp(nanoseconds: 5_000_000_000)
    let zero = now
    var keyer = RefreshKeyer(keying, rate: rate, start: now + 0.3, now: now)
    var nextOther = now + others * Double.random(in: 0..<1, using: &random)
    var edges: [(isOn: Bool, refresh: Int)] = []
    var isOn = false
    var isOther = false
    while !keyer.isOver {
      let isWanted = keyer.wantsPictures
      // A wait ends a little late.
      let turn = min(keyer.nextCall(at: now).nanoseconds, isOther ? .max : nextOther.nanoseconds)
      now =
        Timestamp(nanoseconds: max(now.nanoseconds, turn)) + 0.0005 * Double.random(in: 0..<1, using: &random)
      if now.nanoseconds >= nextOther.nanoseconds { (isOther, nextOther) = (true, nextOther + others) }
      guard keyer.allowsPicture(at: now) else { continue }
      let isLit = try keyer.isLit(at: now)
      guard isLit != isOn || isOther || isWanted else { continue }
      isOther = false
      now = now + drawing * Double.random(in: 0..<1, using: &random)
      let refresh = Int(((now - zero - phase) * trueRate).rounded(.down)) + 1
      now = zero + (phase + Double(refresh) / trueRate + 0.0003 * Double.random(in: 0..<1, using: &random))
      keyer.noteShown(at: now)
      if isLit != isOn { edges.append((isLit, refresh)) }
      isOn = isLit
    }
    #expect(keyer.isLocked)
    return stride(from: 0, to: edges.count - 1, by: 2).map { edges[$0 + 1].refresh - edges[$0].refresh }
  }

  @Test(
    "if pictures wait for the display, every dot has the same number of refreshes, at any true rate",
    arguments: [(60.0, 60.0), (60, 59.94), (60, 60.05), (75, 75.03), (144, 143.9)], [1, 2, 3, 4] as [UInt64])
  func locked(_ display: (rate: Double, trueRate: Double), seed: UInt64) throws {
    let keying = try Self.keying(rate: display.rate, wordsPerMinute: 12)
    let marks = try marks(
      keying, rate: display.rate, trueRate: display.trueRate, others: 1 / 29.3, drawing: 0.3 / display.rate,
      seed: seed)
    #expect(marks == Self.lengths(keying, rate: display.rate))
  }

  @Test("if pictures do not wait, each edge is right to half a refresh")
  func unlocked() throws {
    var random = SplitMix64(seed: 7)
    let keying = try Self.keying(rate: 60, wordsPerMinute: 15)
    var now = Timestamp(nanoseconds: 5_000_000_000)
    let start = now + 0.3
    var keyer = RefreshKeyer(keying, rate: 60, start: start, now: now)
    var edges: [Double] = []
    var isOn = false
    while !keyer.isOver {
      now = Timestamp(nanoseconds: max(now.nanoseconds, keyer.nextCall(at: now).nanoseconds))
      now = now + 0.001 * Double.random(in: 0..<1, using: &random)
      let isLit = try keyer.isLit(at: now)
      now = now + 0.004 * Double.random(in: 0..<1, using: &random)
      if isLit != isOn || keyer.wantsPictures { keyer.noteShown(at: now) }
      if isLit != isOn { edges.append(now - start) }
      isOn = isLit
    }
    let planned = KeyingPlan(keying).map(\.time)
    try #require(edges.count == planned.count)
    for (edge, time) in zip(edges, planned) { #expect(abs(edge - time) < 0.5 / 60 + 0.01, "\(time)") }
  }

  @Test(
    "a unit is rounded to whole refreshes",
    arguments: [(0.048, 60, 3), (0.1, 75, 8), (0.001, 60, 1), (1, 59.94, 60)])
  func rounding(_ unit: Double, _ rate: Double, _ refreshes: Int) {
    var timing = Timing.morseTorch
    timing.unit = unit
    #expect(abs(timing.inWholeRefreshes(of: rate).unit * rate - Double(refreshes)) < 1e-9)
  }

  @Test("a message without marks is over at once")
  func empty() {
    let now = Timestamp.now
    let keyer = RefreshKeyer(Keying(marks: [], characters: []), rate: 60, start: now)
    #expect(keyer.isOver)
    #expect(keyer.nextCall(at: now) - now == 0)
  }

  @Test("the lateness of edges is counted in refreshes")
  func missed() throws {
    let start = Timestamp(nanoseconds: 5_000_000_000)
    var keyer = RefreshKeyer(
      try Self.keying(rate: 50, wordsPerMinute: 12), rate: 50, start: start, now: start)
    // The edges are on time, 0.9 refreshes late, and 3.5 refreshes late.
    for (delay, missed) in [(0, 0), (0.018, 0), (0.07, 3)] {
      let edge = keyer.nextCall(at: start) + 0.01 + delay
      _ = try keyer.isLit(at: edge)
      keyer.noteShown(at: edge)
      #expect(keyer.missedRefreshes == missed)
    }
  }

  @Test("a delayed message ends, because its overdue edges would be another message")
  func heldUp() throws {
    let start = Timestamp(nanoseconds: 5_000_000_000)
    var keyer = RefreshKeyer(
      try Self.keying(rate: 60, wordsPerMinute: 12), rate: 60, start: start, now: start)
    #expect(try keyer.isLit(at: start + 0.05))
    #expect(throws: TorchError.self) { try keyer.isLit(at: start + 0.5) }
  }
}
