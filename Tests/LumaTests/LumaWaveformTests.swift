import Frames
import Testing

@testable import Luma

@Suite("The waveform")
struct LumaWaveformTests {
  /// A grid of whole tiles but the last column, which is 4 pixels wide, each of one luma.
  private func grid(columns: Int, rows: Int, _ luma: (_ column: Int, _ row: Int) -> Int) -> LumaGrid {
    var grid = LumaGrid(width: columns * 16 - 12, height: rows * 16)
    for row in 0..<rows {
      for column in 0..<columns {
        let pixels = (column == columns - 1 ? 4 : 16) * 16
        grid.tiles[row * columns + column] = .init(
          sum: UInt16(luma(column, row) * pixels), maximum: 0, clipped: 0)
      }
    }
    return grid
  }

  @Test("shows from left to right how the means of a column's tiles are distributed")
  func shares() {
    let waveform = LumaWaveform(
      grid(columns: 3, rows: 4) { [[0, 0, 0, 0], [0, 64, 64, 255], [255, 255, 255, 255]][$0][$1] })
    func share(_ column: Int) -> [Int: Float] {
      Dictionary(
        uniqueKeysWithValues: waveform.columns[column].enumerated().filter { $0.element > 0 }.map { ($0, $1) }
      )
    }
    #expect(waveform.columns.allSatisfy { $0.count == 32 })
    #expect(share(0) == [0: 1])
    #expect(share(1) == [0: 0.25, 8: 0.5, 31: 0.25])
    #expect(share(2) == [31: 1])
  }

  @Test("combines several columns of a wide picture, each into exactly one")
  func wide() {
    let waveform = LumaWaveform(grid(columns: 100, rows: 2) { column, _ in column < 50 ? 0 : 255 })
    #expect(waveform.columns.count == LumaWaveform.maximumColumns)
    #expect(waveform.columns.allSatisfy { abs($0.reduce(0, +) - 1) < 1e-6 })
    #expect(waveform.columns.map { $0[0] } == Array(repeating: 1, count: 32) + Array(repeating: 0, count: 32))
  }
}
