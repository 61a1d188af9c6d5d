/// The monomials of where a shaken picture lay in certain frames, up to the third degree.
struct ShiftMonomials {
  typealias Values = SIMD16<Double>

  /// The powers of the shift to the right and down. The constant comes first.
  static let powers = [
    (0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3),
  ]

  /// A shift smaller than this, root mean square in pixels, changes tiles less than noise does.
  private static let least = 0.08

  /// Those of every frame.
  let values: [Values]
  /// The sums of their products over the frames, row by row.
  let products: [Values]
  /// Shifts are taken from their mean, in units of their standard deviation: so many units to a pixel.
  let centre: SIMD2<Double>
  let scale: SIMD2<Double>

  /// `nil` where the picture hardly moves over the frames, or they are too few.
  init?(_ shifts: some Sequence<SIMD2<Double>>) {
    var count = 0.0
    var sum = SIMD2<Double>.zero
    var squares = SIMD2<Double>.zero
    for shift in shifts {
      count += 1
      sum += shift
      squares += shift * shift
    }
    guard count >= 12 else { return nil }
    let centre = sum / count
    let variance = squares / count - centre * centre
    guard variance.max() > Self.least * Self.least else { return nil }
    let scale =
      1
      / variance.clamped(
        lowerBound: .init(repeating: 1e-6), upperBound: .init(repeating: .infinity)
      ).squareRoot()
    (self.centre, self.scale) = (centre, scale)
    values = shifts.map { Self.values(at: ($0 - centre) * scale) }
    var products = Array(repeating: Values.zero, count: Self.powers.count)
    for monomials in values {
      for row in products.indices { products[row] += monomials[row] * monomials }
    }
    self.products = products
  }

  /// Those at a place, in units of the shifts' deviation from their mean.
  static func values(at place: SIMD2<Double>) -> Values {
    let (u, v) = (place.x, place.y)
    var monomials = Values.zero
    monomials[0] = 1
    monomials[1] = u
    monomials[2] = v
    monomials[3] = u * u
    monomials[4] = u * v
    monomials[5] = v * v
    monomials[6] = u * u * u
    monomials[7] = u * u * v
    monomials[8] = u * v * v
    monomials[9] = v * v * v
    return monomials
  }
}
