/// A picture as the means of cells of 4x4 pixels. Motion is estimated from these only.
///
/// Two of the four rows of a cell are read. This causes an error of 0.08 pixels rms per axis on photographs, and halves the
/// cost.
public struct CellPicture: Sendable {
  /// The side of a cell in pixels.
  public static let side = 4
  /// The rows of a cell that are read, from its first.
  public static let rowsRead = [0, 2]

  public let columns: Int
  public let rows: Int
  /// The sums of eight pixels each, 0...2040, row by row.
  public var sums: [Int16]

  /// Cells of a picture of `width` x `height` pixels. Pixels of incomplete cells at the right and bottom are left out.
  public init(width: Int, height: Int) {
    columns = width / Self.side
    rows = height / Self.side
    sums = Array(repeating: 0, count: columns * rows)
  }

  /// Blurs by 1-2-1 along both axes: the sums of 128 pixels, at most 32 640. The border is repeated.
  ///
  /// Without the blur, the gradients follow single edges, and the error of a fit is 1.5 times as large.
  func blur(into blurred: inout [Int16], _ line: inout [Int16]) {
    guard columns > 1, rows > 0 else { return }
    let (columns, rows) = (columns, rows)
    sums.withUnsafeBufferPointer { sums in
      line.withUnsafeMutableBufferPointer { line in
        blurred.withUnsafeMutableBufferPointer { blurred in
          for row in 0..<rows {
            let here = sums.baseAddress! + row * columns
            let above = row > 0 ? here - columns : here
            let below = row < rows - 1 ? here + columns : here
            for x in 0..<columns { line[x] = above[x] &+ 2 &* here[x] &+ below[x] }
            let out = blurred.baseAddress! + row * columns
            out[0] = 3 &* line[0] &+ line[1]
            for x in 1..<columns - 1 { out[x] = line[x - 1] &+ 2 &* line[x] &+ line[x + 1] }
            out[columns - 1] = line[columns - 2] &+ 3 &* line[columns - 1]
          }
        }
      }
    }
  }
}
