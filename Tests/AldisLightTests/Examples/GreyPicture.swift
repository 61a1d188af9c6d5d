import AldisLight

/// The grid of a grey picture: a byte for each pixel, row by row from the top left.
func grid(of pixels: [UInt8], width: Int, at seconds: Double) throws(LumaGridError) -> LumaGrid {
  let height = width > 0 ? pixels.count / width : 0
  let (columns, rows) = LumaGrid.size(width: width, height: height)
  var tiles: [LumaGrid.Tile] = []
  for row in 0..<rows {
    for column in 0..<columns {
      var (sum, maximum, clipped) = (0, UInt8(0), 0)
      for y in row * 16..<min(height, row * 16 + 16) {
        for x in column * 16..<min(width, column * 16 + 16) {
          let luma = pixels[y * width + x]
          sum += Int(luma)
          maximum = max(maximum, luma)
          if luma >= LumaGrid.clipLevel { clipped += 1 }
        }
      }
      tiles.append(
        LumaGrid.Tile(sum: UInt16(sum), maximum: maximum, clipped: UInt8(min(255, clipped))))
    }
  }
  return try LumaGrid(
    width: width, height: height, tiles: tiles, timestamp: Timestamp(seconds: seconds))
}
