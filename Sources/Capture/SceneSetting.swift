/// What stands where in a scene: the backdrop, and the torches in front of it.
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

  func lamps(on canvas: SceneCanvas) -> [SceneLamp] {
    var random = SceneRandom(seed: description.seed, stream: 4)
    var freePlaces = (harbour?.lampPlaces ?? [])[...]
    return description.torches.map { torch in
      let centre = torch.centre ?? freePlaces.popFirst() ?? place(of: torch, &random)
      return SceneLamp(
        torch, centre: centre, on: canvas, reflection: harbour?.reflection(of: torch, at: centre))
    }
  }

  /// A place well inside the picture: at least a quarter of each side, or the lamp's own radius, from the border.
  private func place(of torch: SimulatedTorch, _ random: inout SceneRandom) -> SIMD2<Double> {
    func along(_ side: Int) -> Double {
      let border = min(max(Double(side) / 4, torch.radius + 1), Double(side) / 2)
      return random.within(border...Double(side) - border)
    }
    return SIMD2(along(description.width), along(description.height))
  }
}

extension SceneDescription {
  /// Whether frame `index` gets lost on its way.
  func isDropped(frame index: UInt64) -> Bool {
    guard drops > 0 else { return false }
    var random = SceneRandom(seed: seed, stream: 2 << 32 + index)
    return random.unit() < drops
  }
}
