import CFFmpeg
import Frames

/// The memory layout of a decoded picture, in plain numbers. It is made for each frame to detect changes, and becomes a
/// ``FrameFormat`` only after a change.
struct FFmpegLayout: Equatable {
  let width: Int
  let height: Int
  private let pixelFormat: PixelFormat
  private let range: FrameFormat.Range
  private var strides = SIMD4<Int>.zero
  /// The offset of each plane from the first.
  private var offsets = SIMD4<Int>.zero

  /// - Returns: `nil` if the picture cannot be lent directly: there is no ``PixelFormat`` for it, or its planes are not in one
  ///   piece of memory, with the first plane first and the rows from top to bottom.
  init?(_ frame: UnsafeMutablePointer<AVFrame>) {
    guard let pixelFormat = PixelFormat(AVPixelFormat(frame.pointee.format)),
      let buffer = frame.pointee.buf.0?.pointee, frame.pointee.buf.1 == nil,
      let base = frame.pointee.data.0
    else { return nil }
    self.pixelFormat = pixelFormat
    width = Int(frame.pointee.width)
    height = Int(frame.pointee.height)
    range = frame.pointee.range
    let planes = ffmpeg_planes(frame)!
    let lineSizes = ffmpeg_strides(frame)!
    let room = buffer.size - (base - buffer.data)
    for index in 0..<pixelFormat.planeCount {
      guard let plane = planes[index] else { return nil }
      let size = pixelFormat.planeSize(index, width: width, height: height)
      strides[index] = Int(lineSizes[index])
      offsets[index] = plane - base
      let end = offsets[index] + strides[index] * (size.rows - 1) + size.rowBytes
      guard strides[index] >= size.rowBytes, offsets[index] >= 0, end <= room else { return nil }
    }
  }

  /// Offsets count from the first plane's first byte.
  var format: FrameFormat {
    let planes = (0..<pixelFormat.planeCount).map { index in
      let (rowBytes, rows) = pixelFormat.planeSize(index, width: width, height: height)
      return FrameFormat.Plane(
        offset: offsets[index], stride: strides[index], rowBytes: rowBytes, rows: rows)
    }
    return FrameFormat(pixelFormat, width: width, height: height, planes: planes, range: range)
  }
}
