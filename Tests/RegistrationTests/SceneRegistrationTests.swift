import Frames
import Glibc
import Testing

@testable import Registration

@Suite("Registration of frames in the scene")
struct SceneRegistrationTests {
  static let picture = SyntheticPicture()

  /// Displacement by the hand that holds the camera, in pixels: slow sway and quick tremor, from rest.
  static func displacement(_ frame: Int, sway: Double) -> SIMD2<Double> {
    let time = Double(frame) / 30
    let slow = SIMD2(sin(2.2 * time), 0.7 * sin(1.5 * time + 0.4) - 0.7 * sin(0.4))
    let quick = SIMD2(sin(50 * time), sin(46 * time))
    return sway * 1.4 * slow + 0.8 * quick
  }

  /// How far the scene has moved in the picture since its first frame.
  static func pixels(_ motion: SceneMotion) -> SIMD2<Double> {
    SIMD2(Double(motion.x), Double(motion.y)) + SIMD2<Double>(motion.residual) / 64
      - 16 * SIMD2<Double>(motion.origin)
  }

  /// The registered motions of `count` frames, at 30 frames per second.
  static func motions(
    _ count: Int, of picture: SyntheticPicture = picture, noise: Float = 2, seed: Int = 0,
    displacement: (Int) -> SIMD2<Double> = { _ in .zero },
    changing change: (_ frame: Int, _ level: Float, _ x: Int, _ y: Int) -> Float = { _, level, _, _ in level }
  ) -> [SceneMotion] {
    var registration = SceneRegistration()
    return (0..<count).map { frame in
      let cells = picture.cells(
        shift: displacement(frame), noise: noise, seed: UInt64(1000 * seed + frame + 1)
      ) {
        change(frame, $0, $1, $2)
      }
      return registration.take(cells, at: Double(frame) / 30)
    }
  }

  /// The error of the motions for a sway, in pixels rms.
  static func error(_ motions: [SceneMotion], sway: Double) -> Double {
    let squares = motions.enumerated().map { frame, motion in
      guard motion.hasMoved else { return 0.0 }
      let miss = pixels(motion) - displacement(frame, sway: sway)
      return (miss * miss).sum() / 2
    }
    return (squares.reduce(0, +) / Double(motions.count)).squareRoot()
  }

  @Test("The sway of a hand that holds the camera is tracked to 0.1 pixel rms", arguments: [4.0, 10, 25])
  func sway(_ sway: Double) {
    let motions = Self.motions(90, displacement: { Self.displacement($0, sway: sway) })
    for (frame, motion) in motions.enumerated() where motion.hasMoved {
      let miss = Self.pixels(motion) - Self.displacement(frame, sway: sway)
      #expect(max(abs(miss.x), abs(miss.y)) < 0.6, "frame \(frame): \(miss)")
      #expect(max(abs(Int(motion.residual.x)), abs(Int(motion.residual.y))) <= 36)
    }
    #expect(motions.last?.hasMoved == true)
    #expect(Self.error(motions, sway: sway) < 0.1)
    #expect(motions.allSatisfy { $0.scene == 0 })
  }

  @Test(
    "A slight sway is tracked from frame to frame where the picture shows little more than noise",
    arguments: [(80, 16 as Float), (120, 22)])
  func faintScene(discs: Int, noise: Float) {
    let motions = Self.motions(
      150, of: SyntheticPicture(discs: discs), noise: noise,
      displacement: { Self.displacement($0, sway: 1.5) })
    #expect(motions.last?.hasMoved == true)
    #expect(motions.count { $0.isLost } < 3)
    #expect(motions.allSatisfy { !$0.isTurned && $0.scene == 0 })
    for (frame, motion) in motions.enumerated() where motion.hasMoved {
      let miss = Self.pixels(motion) - Self.displacement(frame, sway: 1.5)
      #expect(max(abs(miss.x), abs(miss.y)) < 2, "frame \(frame): \(miss)")
    }
  }

  @Test(
    "The sway of a hand is tracked under lamps on mains power, which brighten some rows and darken others in each frame",
    arguments: [0.1, 0.2, 0.4])
  func electricLight(depth: Float) {
    let height = Float(Self.picture.height)
    let motions = Self.motions(
      90, displacement: { Self.displacement($0, sway: 5) },
      changing: { frame, level, _, y in
        // 100 times a second, and 22 ms from the first row to the last.
        level * (1 + depth * cos(2 * .pi * 100 * (Float(frame) / 30 + 0.022 * Float(y) / height)))
      })
    #expect(motions.last?.hasMoved == true)
    #expect(motions.count { $0.isLost } == 0)
    #expect(Self.error(motions, sway: 5) < 0.1)
  }

  @Test(
    "A roll and a zoom are tracked to one pixel in the corners",
    arguments: [(0.02, 0.0), (0.05, 0.0), (0.0, 0.03), (0.03, 0.02)])
  func turn(_ roll: Double, _ zoom: Double) {
    let picture = SyntheticPicture(width: 480, height: 320)
    var registration = SceneRegistration()
    for frame in 0..<90 {
      let time = Double(frame) / 30
      let (roll, zoom) = (roll * sin(1.9 * time), zoom * sin(1.3 * time))
      let displacement = Self.displacement(frame, sway: 6)
      let motion = registration.take(
        picture.cells(shift: displacement, roll: roll, zoom: zoom, seed: UInt64(frame + 1)), at: time)
      guard motion.hasMoved, frame > 5 else { continue }
      let places = TilePlaces(motion, width: picture.width, height: picture.height)
      for corner in [SIMD2(8.0, 8), SIMD2(472, 8), SIMD2(8, 312), SIMD2(472, 312)] {
        let away = corner - picture.pivot
        let (sine, cosine) = ((1 + zoom) * sin(roll), (1 + zoom) * cos(roll))
        let turned = SIMD2(cosine * away.x - sine * away.y, cosine * away.y + sine * away.x)
        let miss =
          places.displacement(at: corner) + SIMD2<Double>(motion.residual) / 64 - (turned - away)
          - displacement
        #expect(max(abs(miss.x), abs(miss.y)) < 1, "frame \(frame): \(miss)")
      }
    }
    #expect(registration.motion.isTurned && registration.motion.scene == 0)
  }

  @Test("A slow zoom to 1.8 times is tracked by the middle tile, and the reported zoom has a limit")
  func zoom() {
    let picture = SyntheticPicture(width: 480, height: 320)
    var registration = SceneRegistration()
    for frame in 0..<240 {
      let displacement = Self.displacement(frame, sway: 6)
      let zoom = 0.8 * Double(frame) / 240
      let motion = registration.take(
        picture.cells(shift: displacement, zoom: zoom, seed: UInt64(frame + 1)), at: Double(frame) / 30)
      guard frame > 5 else { continue }
      let miss = Self.pixels(motion) - displacement
      #expect(max(abs(miss.x), abs(miss.y)) < 1, "frame \(frame): \(miss)")
      #expect(!motion.isLost && abs(Int(motion.zoom)) <= 256)
    }
    #expect(registration.motion.zoom == 256 && registration.motion.scene == 0)
  }

  @Test(
    "A zoom beyond twice the size begins another scene, in which the place of the last scene's tiles is known"
  )
  func farZoom() throws {
    let picture = SyntheticPicture(width: 480, height: 320)
    var registration = SceneRegistration()
    var changes = 0
    var last = SceneMotion.still
    for frame in 0..<300 {
      let zoom = 1.6 * min(1, Double(frame) / 240)
      let displacement = Self.displacement(frame, sway: 2)
      let motion = registration.take(
        picture.cells(shift: displacement, zoom: zoom, seed: UInt64(frame + 1)), at: Double(frame) / 30)
      defer { last = motion }
      guard let place = motion.lastScene else { continue }
      changes += 1
      for away in [SIMD2(-40.0, -30), SIMD2(50, -20), SIMD2(0, 60)] {
        let seen = picture.pivot + (1 + zoom) * away + displacement
        // Its place among the tiles of the last scene, which zoom less than the picture.
        let share = Double(last.zoom) / Double(SceneMotion.turnUnit)
        let lastPlace = picture.pivot + (seen - picture.pivot - Self.pixels(last)) / (1 + share)
        let miss = place.applied(to: lastPlace, width: picture.width, height: picture.height) - seen
        #expect(max(abs(miss.x), abs(miss.y)) < 4, "\(miss)")
      }
    }
    #expect(changes == 1)
    #expect(registration.motion.scene == 1 && !registration.motion.isLost)
  }

  @Test("Motion without roll is reported without roll")
  func unturned() {
    #expect(Self.motions(90, displacement: { Self.displacement($0, sway: 10) }).allSatisfy { !$0.isTurned })
  }

  @Test(
    "A picture from a tripod never moves: noise, a lamp, a flash, changing daylight, a passing bus that hides half of it"
  )
  func tripod() {
    let cases: [(String, (Int, Float, Int, Int) -> Float)] = [
      ("noise", { _, level, _, _ in level }),
      (
        "a lamp",
        { frame, level, x, y in
          let isNear = (x - 120) * (x - 120) + (y - 90) * (y - 90) < 900
          return isNear && frame / 5 % 2 == 0 ? 255 : level
        }
      ),
      ("a flash", { frame, level, _, _ in frame % 20 == 7 ? level * 1.5 + 30 : level }),
      ("daylight", { frame, level, _, _ in level * (1 + 0.3 * Float(sin(Double(frame) / 20))) }),
      (
        "a bus",
        { frame, level, x, _ in
          let left = 7 * frame - 160
          return (left..<left + 140).contains(x) ? Float((x - left) / 10 % 2 * 90 + 60) : level
        }
      ),
    ]
    for (name, change) in cases {
      let motions = Self.motions(60, changing: change)
      #expect(motions.allSatisfy { $0 == .still }, "\(name)")
    }
  }

  @Test("A picture without texture does not move, even if a lamp in it moves")
  func noTexture() {
    let even = SyntheticPicture(discs: 0)
    #expect(Self.motions(60, of: even).allSatisfy { $0 == .still })
    let wandering = Self.motions(
      100, of: even,
      changing: { frame, level, x, y in
        let displacement = Self.displacement(frame, sway: 6)
        let (dx, dy) = (Double(x) - 120 - displacement.x, Double(y) - 90 - displacement.y)
        return dx * dx + dy * dy < 64 && frame / 6 % 2 == 0 ? 240 : level * 0.1
      })
    #expect(wandering.allSatisfy { $0 == .still })
    #expect(Self.motions(60, of: even, noise: 30).allSatisfy { $0 == .still })
  }

  @Test("A small picture of a lamp and nothing else never moves", arguments: 1...12)
  func lampAlone(seed: Int) {
    let picture = SyntheticPicture(width: 160, height: 120, discs: 0)
    // A tenth of a second each.
    let isLit = "110101101100011010110011001010001100101011010".map { $0 == "1" }
    let motions = Self.motions(
      500, of: picture, seed: seed,
      changing: { frame, _, x, y in
        let (dx, dy) = (Float(x - 36), Float(y - 30))
        let glow = isLit[frame / 3 % isLit.count] ? 160 * exp(-(dx * dx + dy * dy) / 200) : 0
        return 30 + glow
      })
    #expect(motions.allSatisfy { $0 == .still })
  }

  @Test("Black frames of a moved scene are reported as lost; black frames of an unmoved scene are not")
  func lost() {
    let moved = Self.motions(
      90, displacement: { Self.displacement($0, sway: 10) },
      changing: { frame, level, _, _ in (60..<70).contains(frame) ? 0 : level })
    #expect(moved.map(\.isLost) == (0..<90).map { (60..<70).contains($0) })
    let unmoved = Self.motions(60, changing: { frame, level, _, _ in frame > 30 ? 0 : level })
    #expect(unmoved.allSatisfy { !$0.isLost })
  }

  @Test("The scene is found again after a jump during black frames")
  func jump() {
    let far = SIMD2(51.0, -37)
    let motions = Self.motions(
      60, displacement: { $0 < 30 ? .zero : far },
      changing: { frame, level, _, _ in
        (20..<40).contains(frame) ? 0 : level
      })
    #expect(motions[..<40].allSatisfy { $0 == .still })
    let last = Self.pixels(motions[59]) - far
    #expect(max(abs(last.x), abs(last.y)) < 0.15, "\(last)")
  }

  @Test(
    "The scene is found again after a jump within the search reach; a farther jump begins another scene",
    arguments: [(0.95, true), (1.6, false)])
  func searchReach(share: Double, isFound: Bool) {
    let sides = SIMD2(Double(Self.picture.width), Double(-Self.picture.height))
    let far = share * Double(SceneTemplate.searchReach) * sides
    let motions = Self.motions(120, displacement: { $0 < 30 ? .zero : far })
    guard isFound else {
      #expect(
        motions.allSatisfy { motion in
          var rest = motion
          rest.lastScene = nil
          return rest == SceneMotion(scene: motion.scene)
        })
      #expect(motions.last?.scene == 1)
      return
    }
    let last = Self.pixels(motions[119]) - far
    #expect(max(abs(last.x), abs(last.y)) < 0.15, "\(last)")
    #expect(motions[119].scene == 0)
  }

  @Test(
    "A camera that turns away and back is tracked to a pixel, and the grid moves with it while it stays turned",
    arguments: [SIMD2(125.0, 0), SIMD2(-60, 100), SIMD2(40, 0)])
  func turnedAway(turn: SIMD2<Double>) {
    func displacement(_ frame: Int) -> SIMD2<Double> {
      let time = Double(frame) / 30
      return min(1, max(0, min(time - 1, 10 - time))) * turn + Self.displacement(frame, sway: 1)
    }
    let motions = Self.motions(420, displacement: displacement)
    for (frame, motion) in motions.enumerated() where motion.hasMoved {
      let miss = Self.pixels(motion) - displacement(frame)
      #expect(max(abs(miss.x), abs(miss.y)) < 1, "frame \(frame): \(miss)")
    }
    #expect(motions.allSatisfy { $0.scene == 0 && !$0.isLost })
    // While it is turned, and after it has turned back: an eighth of 240 x 180 pixels.
    for frame in Array(120..<240) + Array(360..<420) {
      #expect(abs(motions[frame].x) < 30 && abs(motions[frame].y) < 23, "frame \(frame)")
    }
    #expect(motions[..<60].allSatisfy { $0.origin == .zero })
  }

  @Test(
    "After a cut, the next picture becomes a new scene when it lasts, and its sway is tracked",
    arguments: [(0.0, 0.0), (0, 4), (4, 0), (4, 4), (4, 10)])
  func cut(before: Double, after: Double) {
    var found = 0
    for seed in UInt64(2)...5 {
      let other = SyntheticPicture(seed: seed)
      var registration = SceneRegistration()
      func displacement(_ frame: Int) -> SIMD2<Double> {
        let sway = frame < 60 ? before : after
        return sway > 0 ? Self.displacement(frame, sway: sway) : .zero
      }
      let motions = (0..<210).map { frame in
        registration.take(
          (frame < 60 ? Self.picture : other).cells(shift: displacement(frame), seed: UInt64(frame + 1)),
          at: Double(frame) / 30)
      }
      #expect(motions[..<100].allSatisfy { $0.scene == 0 })
      if before == 0, after == 0 {
        #expect(motions[..<100].allSatisfy { $0 == .still })
        #expect(motions[180...].allSatisfy { $0 == SceneMotion(scene: 1) })
      }
      // The new scene begins at some displacement of the hand.
      let places = (180..<210).map { Self.pixels(motions[$0]) - displacement($0) }
      let isTracked = places.allSatisfy { max(abs($0.x - places[0].x), abs($0.y - places[0].y)) < 1 }
      if motions[180...].allSatisfy({ $0.scene == 1 && !$0.isLost }), isTracked { found += 1 }
    }
    #expect(found == 4)
  }

  @Test("Frames of another scene are seldom searched, even if every second frame shows the scene")
  func searchSchedule() {
    var alternating = SearchSchedule()
    var lasting = SearchSchedule()
    var searches = (alternating: 0, lasting: 0)
    for frame in 0..<320 {
      if lasting.isDue() { searches.lasting += 1 }
      if frame.isMultiple(of: 2) {
        alternating.framePlaced()
      } else if alternating.isDue() {
        searches.alternating += 1
      }
    }
    // Pauses of 1, 2, 4, 8 and 16 frames, then of 32.
    #expect(searches.lasting == 14)
    #expect(searches.alternating <= searches.lasting)
    // The scene was seen for a second: the next frame without it is searched at once.
    for _ in 0..<32 { alternating.framePlaced() }
    let isDue = alternating.isDue()
    #expect(isDue)
  }

  @Test("Small pictures and changes of the size are handled")
  func sizes() {
    var registration = SceneRegistration()
    for (index, (width, height)) in [(1, 1), (15, 60), (78, 78), (7, 300), (320, 240)].enumerated() {
      let picture = SyntheticPicture(width: width, height: height)
      for frame in 0..<3 {
        let motion = registration.take(picture.cells(), at: Double(3 * index + frame))
        #expect(motion == SceneMotion(scene: motion.scene))
      }
    }
  }
}
