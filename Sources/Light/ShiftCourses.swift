/// What a shaken picture does to each tile, as courses over the frames: the shifts, and their products up to the third
/// power.
///
/// A tile's sum is a smooth function of where the picture lies: over a few pixels a polynomial. Those of the third
/// degree leave about the noise of what two pixels of shake move in a textured picture. The courses are polynomials of
/// mean 0 and length 1, at right angles to one another, over the frames that they were made from (Gram and Schmidt); at any
/// other frame they are the same polynomials of its shift.
struct ShiftCourses {
  /// Monomials of two variables up to the third degree, without the constant.
  static let count = 9
  typealias Values = ShiftMonomials.Values

  private let centre: SIMD2<Double>
  private let scale: SIMD2<Double>
  /// What each monomial, the constant being the first, gives to the courses.
  private let columns: [Values]

  /// How much a tile's sum usually changes by a pixel of shift, by its square and by its cube: standard deviations seen in
  /// textured pictures of many kinds, in units of a tile sum.
  private static let usualChange = [0, 300, 20, 1.8]
  /// In units of a tile sum: three levels of luma in each pixel.
  static let usualNoise = 50.0

  /// - Parameters:
  ///   - shifts: Of the frames.
  ///   - noise: One standard deviation of what changes a tile besides the shift, in units of a tile sum.
  /// - Returns: `nil` where the picture hardly moves over the frames, or they are too few.
  init?(_ shifts: some Sequence<SIMD2<Double>>, noise: Double = usualNoise) {
    guard let monomials = ShiftMonomials(shifts) else { return nil }
    self.init(monomials, noise: noise)
  }

  init(_ monomials: ShiftMonomials, noise: Double = usualNoise) {
    (centre, scale) = (monomials.centre, monomials.scale)
    let size = ShiftMonomials.powers.count
    var products = monomials.products.flatMap { row in (0..<size).map { row[$0] } }
    // What is believed beforehand, as so many frames' worth: slopes are steep, bends slight, their bends slighter.
    let reach = 1 / scale
    for (index, powers) in ShiftMonomials.powers.enumerated().dropFirst() {
      var change = Self.usualChange[powers.0 + powers.1]
      for _ in 0..<powers.0 { change *= reach.x }
      for _ in 0..<powers.1 { change *= reach.y }
      products[index * (size + 1)] += noise * noise / (change * change)
    }
    let triangle = Self.inverseFactor(products, size: size)
    columns = (0..<size).map { column in
      var values = Values.zero
      for course in 0..<Self.count { values[course] = triangle[(course + 1) * size + column] }
      return values
    }
  }

  /// The courses where the picture lies at `shift`. The sum of their squares is the variance of what they foretell there,
  /// in variances of a frame's noise: it grows as the shift leaves those that the courses were made from.
  func values(at shift: SIMD2<Double>) -> Values {
    let monomials = ShiftMonomials.values(at: (shift - centre) * scale)
    var values = Values.zero
    for index in columns.indices { values += monomials[index] * columns[index] }
    return values
  }

  /// Takes out of a trace over the frames that the courses were made from what it has of them.
  ///
  /// - Parameter values: The courses in each of the frames.
  static func remove(_ values: [Values], from trace: inout [Double]) {
    var follows = Values.zero
    for (value, level) in zip(values, trace) { follows += level * value }
    for place in trace.indices { trace[place] -= (follows * values[place]).sum() }
  }

  /// Takes out of a trace over the frames of `monomials`, from which the courses were made, what it has of them.
  func remove(from trace: inout [Double], over monomials: ShiftMonomials) {
    var sums = Values.zero
    for (values, level) in zip(monomials.values, trace) { sums += level * values }
    var follows = Values.zero
    for index in columns.indices { follows += sums[index] * columns[index] }
    var shares = Values.zero
    for index in columns.indices { shares[index] = (follows * columns[index]).sum() }
    for place in trace.indices { trace[place] -= (shares * monomials.values[place]).sum() }
  }

  /// The inverse of the lower triangle whose product with its transpose is `products` (Cholesky). What the monomials before
  /// make up is left out: its row is zero.
  private static func inverseFactor(_ products: [Double], size: Int) -> [Double] {
    var factor = products
    var inverse = Array(repeating: 0.0, count: size * size)
    for row in 0..<size {
      for column in 0..<row {
        var sum = factor[row * size + column]
        for k in 0..<column { sum -= factor[row * size + k] * factor[column * size + k] }
        let pivot = factor[column * size + column]
        factor[row * size + column] = pivot > 0 ? sum / pivot : 0
      }
      var rest = factor[row * size + row]
      for k in 0..<row { rest -= factor[row * size + k] * factor[row * size + k] }
      let isOwn = rest > 1e-4 * products[row * size + row]
      factor[row * size + row] = isOwn ? rest.squareRoot() : 0
      guard isOwn else { continue }
      let pivot = factor[row * size + row]
      inverse[row * size + row] = 1 / pivot
      for column in 0..<row {
        var sum = 0.0
        for k in column..<row { sum += factor[row * size + k] * inverse[k * size + column] }
        inverse[row * size + column] = -sum / pivot
      }
    }
    return inverse
  }
}
