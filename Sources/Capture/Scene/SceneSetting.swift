/// The backdrop of a scene, and the places of its torches.
struct SceneSetting {
  private let description: SceneDescription
  private let harbour: SceneHarbour?

  init(_ description: SceneDescription) {
    self.description = description
    harbour =
      description.backdrop == .harbour
      ? SceneHarbour(width: description.width, height: description.height, seed: description.seed) : nil
  }

  /// Shapes in a simulated photograph, and their sizes in pixels.
  private static let shapeCount = 4000
  private static let smallestShape = 5.0
  private static let largestShape = 120.0

  func paint(_ canvas: inout SceneCanvas) {
    switch description.backdrop {
    case .harbour:
      harbour?.paint(&canvas)
    case .texture(let seed):
      let texture = SceneTexture(seed: seed)
      canvas.paint { x, y in
        SceneColour(repeating: 0.35 + 0.3 * texture.clouds(x / 64, y / 64, octaves: 5, gain: 0.7))
      }
    case .photograph(let seed):
      var random = SceneRandom(seed: seed, stream: SceneRandom.texture)
      let texture = SceneTexture(seed: seed)
      canvas.paint { _, _ in SceneColour(repeating: 0.4) }
      let (across, down) = (canvas.horizontal, canvas.vertical)
      for index in 0..<Self.shapeCount {
        // In a photograph the number of shapes falls with the cube of their size (Lee, Mumford and Huang, "Occlusion models
        // for natural images", 2001).
        let size = min(Self.largestShape, Self.smallestShape / (1 - random.unit()).squareRoot())
        let centre = SIMD2(random.within(across), random.within(down))
        let colour = SceneColour(repeating: Float(random.within(0.08...0.7)))
        let (wide, tall) = (size * random.within(0.5...1), size * random.within(0.5...1))
        if index.isMultiple(of: 2) {
          canvas.fillEllipse(at: centre, radii: SIMD2(wide, tall), colour)
        } else {
          let lean = SIMD2(random.within(-0.4...0.4) * tall, 0)
          let (corner, side) = (SIMD2(wide, tall), SIMD2(wide, -tall))
          canvas.fill(
            [centre - corner + lean, centre + side + lean, centre + corner - lean, centre - side - lean],
            colour)
        }
      }
      let dull = canvas.pixels
      var index = 0
      canvas.paint { x, y in
        defer { index += 1 }
        return dull[index] * (1 + 0.15 * texture.clouds(x / 16, y / 16, octaves: 3, gain: 0.7))
      }
    case .plain(let level):
      canvas.paint { _, _ in SceneColour(repeating: Float(level / 255)) }
    }
  }

  func lamps(on canvas: SceneCanvas) -> [SceneLamp] {
    zip(description.torches, lampPlaces).map { torch, centre in
      SceneLamp(
        torch, centre: centre, on: canvas, reflection: harbour?.reflection(of: torch, at: centre))
    }
  }

  /// The place of each torch: by its description, at a lamp of the harbour, or far from the others.
  private var lampPlaces: [SIMD2<Double>] {
    var random = SceneRandom(seed: description.seed, stream: SceneRandom.places)
    var taken = description.torches.compactMap(\.centre)
    var harbourLamps = (harbour?.lampPlaces ?? [])[...]
    return description.torches.map { torch in
      if let centre = torch.centre { return centre }
      let place = harbourLamps.popFirst() ?? place(apartFrom: taken, radius: torch.radius, &random)
      taken.append(place)
      return place
    }
  }

  /// The farthest from the other torches of sixteen random places (Mitchell's best candidate), at least a sixth of the picture,
  /// or the lamp's radius, from its borders.
  private func place(
    apartFrom taken: [SIMD2<Double>], radius: Double, _ random: inout SceneRandom
  ) -> SIMD2<Double> {
    func along(_ side: Int) -> Double {
      let border = min(max(Double(side) / 6, radius + 1), Double(side) / 2)
      return random.within(border...Double(side) - border)
    }
    func room(_ place: SIMD2<Double>) -> Double {
      taken.map { (($0 - place) * ($0 - place)).sum() }.min() ?? 0
    }
    let candidates = (0..<16).map { _ in SIMD2(along(description.width), along(description.height)) }
    return candidates.max { room($0) < room($1) } ?? .zero
  }
}
