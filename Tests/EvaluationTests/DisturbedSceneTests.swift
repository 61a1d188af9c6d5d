import Capture
import Frames
import Testing

@testable import evaluation

@Suite("Disturbances of a scene")
struct DisturbedSceneTests {
  /// The luma of a scene's frames, and the numbers of the frames.
  private func frames(of scene: DisturbedScene) throws -> [(number: Int, luma: [UInt8])] {
    var frames: [(number: Int, luma: [UInt8])] = []
    let film = scene.film
    while true {
      switch try film.next(within: .zero) {
      case .frame(let frame): frames.append((Int(frame.sequence), frame.withPlane(0) { Array($0) }))
      case .ended: return frames
      case .lost: continue
      case .changed: Issue.record("a simulated scene does not change")
      case .nothing: Issue.record("a recording has its next frame ready")
      }
    }
  }

  private func luma(_ scene: DisturbedScene) throws -> [[UInt8]] { try frames(of: scene).map { $0.luma } }

  /// A scene without noise, of one grey level.
  private func plainScene(
    width: Int, height: Int, rate: Double, exposure: Double, leadIn: Double = 0, tail: Double = 0,
    level: Double = 0
  ) -> DisturbedScene {
    DisturbedScene(
      SceneDescription(
        width: width, height: height, rate: rate, exposure: exposure, noise: 0, leadIn: leadIn, tail: tail,
        backdrop: .plain(level: level)))
  }

  @Test("without disturbances, the film equals that of the plain scene")
  func undisturbed() throws {
    let description = SceneDescription(
      width: 97, height: 61, torches: [SimulatedTorch(marks: [0..<0.2], radius: 40)], shake: 1.5, leadIn: 0.1,
      tail: 0.1, backdrop: .texture(seed: 3))
    let film = SimulatedScene(description)
    var plain: [[UInt8]] = []
    while case .frame(let frame) = try film.next(within: .zero) {
      plain.append(frame.withPlane(0) { Array($0) })
    }
    #expect(plain.count == 12)
    #expect(try luma(DisturbedScene(description)) == plain)
  }

  @Test("a lamp drifts at the given speed")
  func drift() throws {
    var scene = plainScene(width: 64, height: 48, rate: 10, exposure: 0.5)
    scene.torches.append(
      SimulatedTorch(marks: [0..<1], centre: SIMD2(20.25, 30.5), radius: 2.5, brightness: 200, glow: 0))
    scene.lastLamp.drift = SIMD2(7, -3)
    for (index, frame) in try luma(scene).enumerated() {
      let frame = frame.map(Double.init)
      let light = frame.reduce(0, +)
      let x = frame.indices.reduce(0) { $0 + (Double($1 % 64) + 0.5) * frame[$1] } / light
      let y = frame.indices.reduce(0) { $0 + (Double($1 / 64) + 0.5) * frame[$1] } / light
      // In the middle of the exposure.
      let time = (Double(index) + 0.25) / 10
      #expect(abs(x - (20.25 + 7 * time)) < 0.03)
      #expect(abs(y - (30.5 - 3 * time)) < 0.03)
      #expect(abs(light / (200 * Double.pi * 2.5 * 2.5) - 1) < 0.02)
    }
  }

  @Test("two lamps in hands shake by the requested amount, independently")
  func shakenLamps() throws {
    var scene = plainScene(width: 120, height: 80, rate: 5, exposure: 0.5)
    for x in [30.0, 90] {
      scene.torches.append(
        SimulatedTorch(marks: [0..<60], centre: SIMD2(x, 40), radius: 2.5, brightness: 200, glow: 0))
      scene.lastLamp.shake = 3
    }
    let frames = try luma(scene).map { $0.map(Double.init) }
    let ways = [0..<60, 60..<120].map { columns in
      frames.map { frame in
        let own = frame.indices.filter { columns.contains($0 % 120) }
        let light = own.reduce(0) { $0 + frame[$1] }
        return own.reduce(0) { $0 + (Double($1 % 120) + 0.5) * frame[$1] } / light
          - scene.torches[columns.lowerBound / 60].centre!.x
      }
    }
    for way in ways {
      let square = way.reduce(0) { $0 + $1 * $1 } / Double(way.count)
      #expect(abs(square.squareRoot() - 3) < 0.6)
    }
    let both = zip(ways[0], ways[1]).reduce(0) { $0 + $1.0 * $1.1 } / Double(frames.count)
    #expect(abs(both) < 4.5)
  }

  @Test(
    "a lamp blinks with its own period",
    arguments: [
      (period: 0.2, duty: 0.5, phase: 0.0, level: 0.0),
      (period: 0.2, duty: 0.5, phase: 0.1, level: 1.0),
      (period: 0.2, duty: 0.5, phase: 0.12, level: 0.6),
      (period: 0.02, duty: 0.25, phase: 0.0, level: 0.3),
      (period: 0.05, duty: 0.4, phase: 7.0, level: 0.4),
      (period: 0.1, duty: 1.0, phase: 0.0, level: 1.0),
    ])
  func blinking(period: Double, duty: Double, phase: Double, expected: Double) {
    let light = Blinking(period: period, duty: duty, phase: phase)
    #expect(abs(light.level(in: 0.3..<0.35) - expected) < 1e-9)
  }

  @Test("a turn signal flashes in the film, and does not make the film longer")
  func turnSignal() throws {
    var builder = SceneBuilder(seed: 1)
    builder.scene.scene = SceneDescription(
      width: 32, height: 32, rate: 100, noise: 0, leadIn: 2, tail: 0, backdrop: .plain(level: 0))
    builder.turnSignal(at: SIMD2(16, 16), phase: 0)
    let lit = try luma(builder.scene).map { $0[16 * 32 + 16] > 75 }
    #expect(lit.count == 200)
    #expect(lit.first == true && zip(lit, lit.dropFirst()).count { $0 != $1 } == 5)
  }

  @Test(
    "ambient light changes a middle grey by the given amplitude, and other greys in proportion",
    arguments: [128.0, 64, 0])
  func ambient(level: Double) throws {
    var scene = plainScene(width: 16, height: 16, rate: 8, exposure: 1, leadIn: 2, level: level)
    scene.ambient = AmbientLight(swing: 25, period: 2)
    let frames = try luma(scene)
    // Sixteen frames per period, with the light of their middle: the brightest are the first and the last.
    let crest = 25 * 0.98 * level / 128
    for frame in frames { #expect(Set(frame).count == 1) }
    #expect(abs(Double(frames[0][0]) - (level + crest)) <= 1)
    #expect(abs(Double(frames[7][0]) - (level - crest)) <= 1)
    #expect(abs(Double(frames[15][0]) - (level + crest)) <= 1)
  }

  @Test("a lamp in a dark room lights the whole picture")
  func spill() throws {
    var scene = plainScene(width: 64, height: 32, rate: 1, exposure: 1, tail: 1, level: 20)
    scene.torches.append(SimulatedTorch(marks: [0..<1], centre: SIMD2(8, 8), radius: 1, glow: 0))
    scene.lastLamp.spill = 64
    let frames = try luma(scene)
    #expect(frames[0][31 * 64 + 63] == 30)
    #expect(frames[1][31 * 64 + 63] == 20)
  }

  @Test(
    "a passer-by hides the backdrop, moves at the given speed and leaves the picture", arguments: [40.0, -40])
  func passerBy(speed: Double) throws {
    var scene = plainScene(width: 80, height: 60, rate: 10, exposure: 1, leadIn: 4, level: 120)
    scene.passersBy = [PasserBy(size: SIMD2(16, 40), row: 30, speed: speed, level: 10, start: 1)]
    let frames = try luma(scene)
    for (index, frame) in frames.enumerated() {
      let hidden = frame[30 * 80..<31 * 80].enumerated().filter { $0.element == 10 }.map(\.offset)
      let walked = (Double(index) + 0.5) / 10 - 1
      let middle = speed > 0 ? -8 + 40 * walked : 88 - 40 * walked
      guard walked > 0, (8...72).contains(middle) else {
        #expect(walked > 0 && walked < 2.4 || frame.allSatisfy { $0 == 120 })
        continue
      }
      // Four fifths of the figure are solid.
      let ends = (hidden.first ?? -99, hidden.last ?? -99)
      #expect(abs(Double(ends.0) - (middle - 6.4)) <= 1.5)
      #expect(abs(Double(ends.1) + 1 - (middle + 6.4)) <= 1.5)
    }
    #expect(frames.count { $0.contains(10) } >= 20)
  }

  @Test("an automatic exposure dims the picture while a torch is on, and recovers")
  func autoExposure() throws {
    let torch = SimulatedTorch(marks: [0..<5], centre: SIMD2(8, 8), radius: 1, glow: 0)
    var scene = DisturbedScene(
      SceneDescription(
        width: 48, height: 32, rate: 20, torches: [torch], noise: 0, leadIn: 1, tail: 5,
        backdrop: .plain(level: 100)))
    scene.autoExposure = AutoExposure(depth: 0.3, settling: 0.5)
    let corner = try luma(scene).map { Int($0[31 * 48 + 47]) }
    #expect(corner.prefix(21).allSatisfy { $0 == 100 })
    #expect((68...72).contains(corner[119]))
    // After one time constant, 63 % of the change: gain 1 / (1 + 0.43 * 0.63).
    #expect((77...81).contains(corner[30]))
    #expect(zip(corner[21..<120], corner[22..<120]).allSatisfy { $0 >= $1 })
    #expect(corner[219] >= 99)
    // Lost frames were exposed, too.
    scene.drops = 0.5
    for frame in try frames(of: scene) {
      #expect(Int(frame.luma[31 * 48 + 47]) == corner[frame.number])
    }
  }

  @Test("a photograph depends on the seed, and has edges")
  func photograph() throws {
    func picture(_ seed: UInt64) throws -> [UInt8] {
      var scene = DisturbedScene(
        SceneDescription(
          width: 256, height: 192, rate: 1, noise: 0, leadIn: 1, tail: 0, backdrop: .plain(level: 0)))
      scene.photograph = seed
      return try #require(luma(scene).first)
    }
    let first = try picture(1)
    #expect(try first == picture(1))
    #expect(try first != picture(2))
    let steps = (1..<256).map { abs(Int(first[96 * 256 + $0]) - Int(first[96 * 256 + $0 - 1])) }
    #expect(steps.count { $0 > 20 } >= 3)
  }
}
