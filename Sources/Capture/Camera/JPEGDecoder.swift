import CTurboJPEG
import Frames
import Glibc

/// Decodes the pictures of a Motion JPEG camera to planes, without a conversion of colours: the luma samples are those that
/// were coded, in full range as JFIF defines them.
///
/// Frames without Huffman tables, as many cameras send them, decode with the standard tables (ITU-T T.81 annex K.3),
/// which libjpeg-turbo supplies. Not `Sendable`: a decoder belongs to the thread that reads its camera.
final class JPEGDecoder {
  private let handle: tjhandle
  private let wantsColour: Bool
  private var last: (header: Header, format: FrameFormat)?

  private struct Header: Equatable {
    var width: Int32 = 0
    var height: Int32 = 0
    var subsampling: Int32 = -1
    var colourSpace: Int32 = -1
  }

  /// - Parameter wantsColour: If `false`, pictures whose luma is coded separately become ``PixelFormat/grey``, with the same
  ///   luma.
  init(wantsColour: Bool = true) {
    guard let handle = tjInitDecompress() else {
      preconditionFailure("no memory for a JPEG decoder")
    }
    self.handle = handle
    self.wantsColour = wantsColour
  }

  deinit { tjDestroy(handle) }

  /// The format that ``decode(_:into:as:)`` delivers for this picture. Chroma that is coarser than any
  /// ``PixelFormat`` is repeated; RGB and rarer colour codings become ``PixelFormat/rgb24``.
  func format(of jpeg: UnsafeRawBufferPointer) throws(JPEGError) -> FrameFormat {
    try read(jpeg).format
  }

  /// Decodes one picture.
  ///
  /// - Parameters:
  ///   - buffer: At least `format.byteCount` bytes, laid out as `format`. Undefined after an error.
  ///   - format: The result of ``format(of:)`` for this picture or an earlier one of the same format.
  /// - Throws: ``JPEGError/formatChanged`` if the picture has another format, and ``JPEGError/incomplete(_:)`` if not every
  ///   pixel could be decoded. Extra bytes between or after the parts of a picture are common and no error.
  func decode(
    _ jpeg: UnsafeRawBufferPointer, into buffer: UnsafeMutableRawBufferPointer, as format: FrameFormat
  ) throws(JPEGError) {
    let (sampling, own) = try read(jpeg)
    guard own == format else { throw .formatChanged }
    precondition(buffer.count >= format.byteCount, "the buffer must hold all planes")
    let result =
      switch sampling {
      case .converted: decodeAtOnce(jpeg, into: buffer, as: format, TJPF_RGB)
      case .grey: decodeAtOnce(jpeg, into: buffer, as: format, TJPF_GRAY)
      default: decodePlanes(jpeg, into: buffer, as: format, sampling)
      }
    if result != 0 { try checkWarning(of: jpeg) }
    switch sampling {
    case .halfHeight: repeatRows(of: format, in: buffer)
    case .quarterWidth: repeatColumns(of: format, in: buffer)
    default: break
    }
  }

  private func read(
    _ jpeg: UnsafeRawBufferPointer
  ) throws(JPEGError) -> (
    sampling: JPEGSampling, format: FrameFormat
  ) {
    guard let bytes = jpeg.bindMemory(to: UInt8.self).baseAddress, !jpeg.isEmpty else {
      throw .incomplete("the picture is empty")
    }
    var header = Header()
    let result = tjDecompressHeader3(
      handle, bytes, UInt(jpeg.count), &header.width, &header.height, &header.subsampling,
      &header.colourSpace)
    // For sampling factors without a name, libjpeg-turbo reports an error here, but it has read the size and decodes them to
    // RGB.
    if result != 0, header.width <= 0 { throw .notJPEG(reason) }
    guard let coded = JPEGSampling(subsampling: header.subsampling, colourSpace: header.colourSpace)
    else { throw .unsupported("its colours are coded as CMYK") }
    let sampling = wantsColour ? coded : coded.withoutColour
    if let last, last.header == header { return (sampling, last.format) }
    guard FrameFormat.accepts(width: header.width, height: header.height) else {
      throw .unsupported("its size is \(header.width)x\(header.height)")
    }
    let format = sampling.format(width: Int(header.width), height: Int(header.height))
    last = (header, format)
    return (sampling, format)
  }

  // A picture of thousands of progressive scans would take minutes; cameras send one scan.
  private static let flags = TJFLAG_LIMITSCANS

  private func decodeAtOnce(
    _ jpeg: UnsafeRawBufferPointer, into buffer: UnsafeMutableRawBufferPointer, as format: FrameFormat,
    _ pixels: TJPF
  ) -> Int32 {
    tjDecompress2(
      handle, jpeg.bindMemory(to: UInt8.self).baseAddress, UInt(jpeg.count),
      buffer.bindMemory(to: UInt8.self).baseAddress, Int32(format.width), Int32(format.planes[0].stride),
      Int32(format.height), pixels.rawValue, Self.flags)
  }

  private func decodePlanes(
    _ jpeg: UnsafeRawBufferPointer, into buffer: UnsafeMutableRawBufferPointer, as format: FrameFormat,
    _ sampling: JPEGSampling
  ) -> Int32 {
    // 4:4:0 chroma goes to every other row, so that repeating it needs no second buffer.
    let rowStep = sampling == .halfHeight ? 2 : 1
    return withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<UInt8>?.self, capacity: 3) { planes in
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: 3) { strides in
        for index in 0..<3 {
          let plane = index < format.planes.count ? format.planes[index] : nil
          planes.initializeElement(
            at: index,
            to: plane.map { buffer.bindMemory(to: UInt8.self).baseAddress! + $0.offset })
          strides.initializeElement(
            at: index, to: Int32((plane?.stride ?? 0) * (index == 0 ? 1 : rowStep)))
        }
        return tjDecompressToYUVPlanes(
          handle, jpeg.bindMemory(to: UInt8.self).baseAddress, UInt(jpeg.count), planes.baseAddress,
          Int32(format.width), strides.baseAddress, Int32(format.height), Self.flags)
      }
    }
  }

  private func repeatRows(of format: FrameFormat, in buffer: UnsafeMutableRawBufferPointer) {
    for plane in format.planes[1...] {
      for row in stride(from: 1, to: plane.rows, by: 2) {
        let target = buffer.baseAddress! + plane.offset + row * plane.stride
        target.copyMemory(from: target - plane.stride, byteCount: plane.rowBytes)
      }
    }
  }

  private func repeatColumns(of format: FrameFormat, in buffer: UnsafeMutableRawBufferPointer) {
    for plane in format.planes[1...] {
      for row in 0..<plane.rows {
        let start = plane.offset + row * plane.stride
        // From the right, so that no sample is overwritten before it is read.
        for column in (0..<plane.rowBytes).reversed() {
          buffer[start + column] = buffer[start + column / 2]
        }
      }
    }
  }

  /// Parts of the warnings after which a picture is still complete (jerror.h: EXTRANEOUS_DATA, NOT_SEQUENTIAL, JFIF_MAJOR,
  /// ADOBE_XFORM). Every other warning means that pixels are missing or wrong.
  private static let harmless: [String] = [
    "extraneous bytes", "Invalid SOS parameters", "JFIF revision", "Adobe color",
  ]

  private func checkWarning(of jpeg: UnsafeRawBufferPointer) throws(JPEGError) {
    guard tjGetErrorCode(handle) == TJERR_WARNING.rawValue, let words = tjGetErrorStr2(handle) else {
      throw .incomplete(reason)
    }
    guard Self.harmless.contains(where: { strstr(words, $0) != nil }) else { throw .incomplete(reason) }
    // libjpeg-turbo keeps the text of the first warning only. A later one may report that the picture is cut off.
    guard jpeg.containsEndMarker else { throw .incomplete("the picture has no end") }
  }

  private var reason: String { String(cString: tjGetErrorStr2(handle)) }
}

extension UnsafeRawBufferPointer {
  /// Whether there is an end-of-image marker, FF D9. It never occurs within coded pixels (ITU-T T.81, B.1.1.5), but cameras may
  /// add any bytes after it.
  fileprivate var containsEndMarker: Bool {
    guard count >= 2 else { return false }
    return (0...(count - 2)).reversed().contains { self[$0] == 0xFF && self[$0 + 1] == 0xD9 }
  }
}
