/// An occluder: a dark passer-by with a soft outline, in each plane of the picture.
struct SceneFigure {
  let luma: ScenePlane.Figure
  /// The clothes are grey: both colour differences are neutral.
  let colour: ScenePlane.Figure

  /// - Parameter width: Of the picture in pixels.
  init(_ passerBy: SimulatedPasserBy, pictureWidth width: Int) {
    // At the start the figure is just outside of the picture, on the side from which it comes.
    let middle = SIMD2(
      passerBy.speed < 0 ? Double(width) + passerBy.size.x / 2 : -passerBy.size.x / 2, passerBy.row)
    luma = ScenePlane.Figure(
      outline: Self.outline(middle: middle, size: passerBy.size), light: SceneLight.steps(passerBy.level))
    colour = ScenePlane.Figure(
      outline: Self.outline(middle: middle / 2, size: passerBy.size / 2), light: SceneLight.steps(128))
  }

  /// An upright ellipse; its opacity falls off over the outer fifth.
  private static func outline(middle: SIMD2<Double>, size: SIMD2<Double>) -> SceneSprite {
    let corner = (middle - size / 2).rounded(.down)
    let columns = Int((size.x + 1).rounded(.up))
    let rows = Int((size.y + 1).rounded(.up))
    var opacities: [Int16] = []
    opacities.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        let way = (corner + SIMD2(Double(column), Double(row)) + 0.5 - middle) / (size / 2)
        let outside = (way * way).sum().squareRoot()
        let opacity = min(max((1 - outside) / 0.2, 0), 1)
        opacities.append(Int16(opacity * Double(SceneLight.whole)))
      }
    }
    return SceneSprite(
      x: Int(corner.x), y: Int(corner.y), width: columns, height: rows, values: opacities)
  }
}
