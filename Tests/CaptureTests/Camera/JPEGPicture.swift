import CTurboJPEG

/// A smooth coloured picture in planes, and its JPEG by libjpeg-turbo, as a camera would send it.
struct JPEGPicture {
  let width: Int
  let height: Int
  let subsampling: TJSAMP
  /// Without more padding than `tjPlaneWidth` requires.
  let planes: [[UInt8]]
  let strides: [Int]

  init(width: Int, height: Int, subsampling: TJSAMP) {
    self.width = width
    self.height = height
    self.subsampling = subsampling
    let code = Int32(subsampling.rawValue)
    let planeCount = subsampling == TJSAMP_GRAY ? 1 : 3
    var planes: [[UInt8]] = []
    var strides: [Int] = []
    for index in 0..<planeCount {
      let planeWidth = Int(tjPlaneWidth(Int32(index), Int32(width), code))
      let planeHeight = Int(tjPlaneHeight(Int32(index), Int32(height), code))
      strides.append(planeWidth)
      planes.append(
        (0..<planeHeight * planeWidth).map { position in
          let x = Double(position % planeWidth) / Double(planeWidth)
          let y = Double(position / planeWidth) / Double(planeHeight)
          return [UInt8(40 + 120 * x + 60 * y), UInt8(80 + 90 * y), UInt8(180 - 100 * x)][index]
        })
    }
    self.planes = planes
    self.strides = strides
  }

  var jpeg: [UInt8] {
    let handle = tjInitCompress()
    defer { tjDestroy(handle) }
    var output: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    defer { tjFree(output) }
    var copies = planes
    var strides = strides.map(Int32.init)
    let pointers = copies.indices.map { index in
      copies[index].withUnsafeMutableBufferPointer { plane in
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: plane.count)
        copy.initialize(from: plane.baseAddress!, count: plane.count)
        return copy
      }
    }
    defer { pointers.forEach { $0.deallocate() } }
    var sources = pointers.map { Optional(UnsafePointer($0)) }
    let result = tjCompressFromYUVPlanes(
      handle, &sources, Int32(width), &strides, Int32(height), Int32(subsampling.rawValue), &output, &size,
      100, 0)
    precondition(result == 0)
    return Array(UnsafeBufferPointer(start: output, count: Int(size)))
  }
}

/// The luma of a JPEG as decoded by libjpeg-turbo, row after row.
func jpegLuma(_ jpeg: [UInt8], width: Int, height: Int) -> [UInt8] {
  let handle = tjInitDecompress()
  defer { tjDestroy(handle) }
  var luma = [UInt8](repeating: 0, count: width * height)
  let result = tjDecompress2(
    handle, jpeg, UInt(jpeg.count), &luma, Int32(width), 0, Int32(height), Int32(TJPF_GRAY.rawValue), 0)
  precondition(result == 0)
  return luma
}

/// The range of the segment of `marker`.
func jpegSegment(_ marker: UInt8, in jpeg: [UInt8]) -> Range<Int>? {
  var index = 2
  while index + 4 <= jpeg.count, jpeg[index] == 0xFF {
    let end = index + 2 + Int(jpeg[index + 2]) << 8 + Int(jpeg[index + 3])
    if jpeg[index + 1] == marker { return index..<end }
    if jpeg[index + 1] == 0xDA { return nil }
    index = end
  }
  return nil
}
