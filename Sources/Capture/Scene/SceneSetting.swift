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

  func paint(_ canvas: inout SceneCanvas) {
    switch description.backdrop {
    case .harbour:
      harbour?.paint(&canvas)
    case .texture(let seed):
      let texture = SceneTexture(seed: seed)
      canvas.paint { x, y in
        SceneColour(repeating: 0.35 + 0.3 * texture.clouds(x / 64, y / 64, octaves: 5, gain: 0.7))
      }
    case .plain(let level):
      canvas.paint { _, _ in SceneColour(repeating: Float(level / 255)) }
    }
  }

  func lamps(on canvas: SceneCanvas, areClipped: Bool) -> [SceneLamp] {
    zip(description.torches, lampPlaces).map { torch, centre in
      SceneLamp(
        torch, centre: centre, on: canvas, reflection: harbour?.reflection(of: torch, at: centre),
        isClipped: areClipped)
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

  /// Of sixteen random places, the one that is farthest from the other torches (Mitchell's best candidate). It is at least a
  /// sixth of the picture, or the lamp's radius, away from the borders.
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
