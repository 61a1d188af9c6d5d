import CTurboJPEG
import Frames
import Testing

@testable import Capture

@Suite struct JPEGDecoderTests {
  static let samplings: [(TJSAMP, PixelFormat)] = [
    (TJSAMP_GRAY, .grey), (TJSAMP_444, .yuv444), (TJSAMP_422, .yuv422), (TJSAMP_420, .yu12),
    (TJSAMP_440, .yuv444), (TJSAMP_411, .yuv422),
  ]
  static let sizes = [(1, 1), (3, 2), (7, 5), (16, 16), (17, 33), (50, 31), (64, 48)]

  @Test(
    "every sampling is decoded to a format that can hold it, with luma unchanged", arguments: samplings, sizes
  )
  func planes(sampling: (TJSAMP, PixelFormat), size: (Int, Int)) throws {
    let picture = JPEGPicture(width: size.0, height: size.1, subsampling: sampling.0)
    let jpeg = picture.jpeg
    let (format, buffer) = try decode(jpeg)
    #expect(format.pixelFormat == sampling.1)
    #expect(format.width == size.0 && format.height == size.1 && format.range == .full)
    #expect(rows(of: 0, format, buffer) == jpegLuma(jpeg, width: size.0, height: size.1))
    for index in format.planes.indices {
      let plane = format.planes[index]
      for row in 0..<plane.rows {
        for column in 0..<plane.rowBytes {
          let isFolded = index > 0
          let sourceRow = sampling.0 == TJSAMP_440 && isFolded ? row / 2 : row
          let sourceColumn = sampling.0 == TJSAMP_411 && isFolded ? column / 2 : column
          let coded = picture.planes[index][sourceRow * picture.strides[index] + sourceColumn]
          let decoded = buffer[plane.offset + row * plane.stride + column]
          #expect(abs(Int(coded) - Int(decoded)) <= 3, "plane \(index), row \(row), column \(column)")
        }
      }
    }
  }

  @Test("without colour the luma is the same, and there are no other planes", arguments: samplings, sizes)
  func withoutColour(sampling: (TJSAMP, PixelFormat), size: (Int, Int)) throws {
    let jpeg = JPEGPicture(width: size.0, height: size.1, subsampling: sampling.0).jpeg
    let (whole, planes) = try decode(jpeg)
    let (format, luma) = try decode(jpeg, by: JPEGDecoder(wantsColour: false))
    #expect(format == FrameFormat(.grey, width: size.0, height: size.1, range: .full))
    #expect(luma == rows(of: 0, whole, planes))
  }

  @Test("nothing is written outside the frame", arguments: samplings, sizes)
  func bounds(sampling: (TJSAMP, PixelFormat), size: (Int, Int)) throws {
    let jpeg = JPEGPicture(width: size.0, height: size.1, subsampling: sampling.0).jpeg
    for decoder in [JPEGDecoder(), JPEGDecoder(wantsColour: false)] {
      let format = try jpeg.withUnsafeBytes { bytes in try decoder.format(of: bytes) }
      var buffer = [UInt8](repeating: 0xA5, count: format.byteCount + 128)
      try jpeg.withUnsafeBytes { bytes in
        try buffer.withUnsafeMutableBytes { target in
          try decoder.decode(
            bytes, into: UnsafeMutableRawBufferPointer(rebasing: target[64..<(target.count - 64)]), as: format
          )
        }
      }
      #expect(buffer.prefix(64).allSatisfy { $0 == 0xA5 })
      #expect(buffer.suffix(64).allSatisfy { $0 == 0xA5 })
    }
  }

  @Test("a frame without Huffman tables is decoded with the standard ones")
  func withoutHuffmanTables() throws {
    let jpeg = JPEGPicture(width: 64, height: 48, subsampling: TJSAMP_422).jpeg
    var bare = jpeg
    while let table = jpegSegment(0xC4, in: bare) { bare.removeSubrange(table) }
    #expect(bare.count < jpeg.count - 400)
    #expect(try decode(bare).buffer == decode(jpeg).buffer)
  }

  @Test("extra bytes before or after the end marker are no error")
  func strayBytes() throws {
    let jpeg = JPEGPicture(width: 64, height: 48, subsampling: TJSAMP_422).jpeg
    let whole = try decode(jpeg).buffer
    #expect(try decode(jpeg + [UInt8](repeating: 0, count: 9_000)).buffer == whole)
    #expect(try decode(jpeg.dropLast(2) + [1, 2, 3, 4] + jpeg.suffix(2)).buffer == whole)
  }

  @Test("a picture that is cut anywhere is refused", arguments: [true, false])
  func truncated(wantsColour: Bool) {
    let jpeg = JPEGPicture(width: 64, height: 48, subsampling: TJSAMP_420).jpeg
    for length in 0..<jpeg.count {
      #expect(throws: JPEGError.self, "\(length) of \(jpeg.count) bytes") {
        try decode(Array(jpeg.prefix(length)), by: JPEGDecoder(wantsColour: wantsColour))
      }
    }
  }

  @Test("a damaged picture is refused or decoded, without a crash", arguments: [true, false])
  func damaged(wantsColour: Bool) {
    let jpeg = JPEGPicture(width: 64, height: 48, subsampling: TJSAMP_420).jpeg
    for index in jpeg.indices {
      for mask: UInt8 in [0x01, 0x80, 0x5A, 0xFF] {
        var damaged = jpeg
        damaged[index] ^= mask
        _ = try? decode(damaged, by: JPEGDecoder(wantsColour: wantsColour))
      }
    }
  }

  @Test("a picture with another format than requested is an error")
  func changed() throws {
    let decoder = JPEGDecoder()
    let small = JPEGPicture(width: 32, height: 32, subsampling: TJSAMP_420).jpeg
    let format = try small.withUnsafeBytes { bytes in try decoder.format(of: bytes) }
    var buffer = [UInt8](repeating: 0, count: format.byteCount)
    for other in [
      JPEGPicture(width: 48, height: 32, subsampling: TJSAMP_420),
      JPEGPicture(width: 32, height: 32, subsampling: TJSAMP_422),
    ] {
      #expect(throws: JPEGError.formatChanged) {
        try other.jpeg.withUnsafeBytes { bytes in
          try buffer.withUnsafeMutableBytes { try decoder.decode(bytes, into: $0, as: format) }
        }
      }
    }
  }

  @Test("bytes that are no JPEG, a giant picture, and an empty one cause different errors")
  func refused() {
    #expect(throws: JPEGError.notJPEG("Not a JPEG file: starts with 0x68 0x65")) {
      try decode(Array("hello, world".utf8))
    }
    #expect(throws: JPEGError.incomplete("the picture is empty")) { try decode([]) }
    var giant = JPEGPicture(width: 16, height: 16, subsampling: TJSAMP_420).jpeg
    let header = jpegSegment(0xC0, in: giant)!.lowerBound
    giant.replaceSubrange((header + 5)..<(header + 9), with: [0xFF, 0x00, 0xFF, 0x00])
    #expect(throws: JPEGError.unsupported("its size is 65280x65280")) { try decode(giant) }
  }

  @Test("sampling factors without a name become RGB")
  func unnamedSampling() throws {
    // 4:1:0: luma 4x2, chroma 1x1. A grey picture codes each block in the standard tables as a zero difference and
    // an end of block: 00 1010 for luma, 00 00 for chroma; eight luma blocks and two of chroma make 56 bits.
    var jpeg = JPEGPicture(width: 16, height: 16, subsampling: TJSAMP_420).jpeg
    let header = jpegSegment(0xC0, in: jpeg)!.lowerBound
    jpeg.replaceSubrange((header + 5)..<(header + 9), with: [0, 16, 0, 32])
    jpeg[header + 11] = 0x42
    let scan = jpegSegment(0xDA, in: jpeg)!.upperBound
    jpeg.replaceSubrange(
      scan..., with: [0x28, 0xA2, 0x8A, 0x28, 0xA2, 0x8A, 0x00, 0xFF, 0xD9])
    let (format, buffer) = try decode(jpeg)
    #expect(format.pixelFormat == .rgb24 && format.width == 32 && format.height == 16)
    #expect(buffer.allSatisfy { $0 == 128 })
    // Luma may not be coded separately.
    #expect(try decode(jpeg, by: JPEGDecoder(wantsColour: false)).format == format)
  }

  /// The result of a new decoder for `jpeg`.
  private func decode(
    _ jpeg: [UInt8], by decoder: JPEGDecoder = JPEGDecoder()
  ) throws -> (format: FrameFormat, buffer: [UInt8]) {
    try jpeg.withUnsafeBytes { bytes in
      let format = try decoder.format(of: bytes)
      var buffer = [UInt8](repeating: 0, count: format.byteCount)
      try buffer.withUnsafeMutableBytes { target in
        try decoder.decode(bytes, into: target, as: format)
      }
      return (format, buffer)
    }
  }

  private func rows(of index: Int, _ format: FrameFormat, _ buffer: [UInt8]) -> [UInt8] {
    let plane = format.planes[index]
    return (0..<plane.rows).flatMap { row in
      buffer[(plane.offset + row * plane.stride)...].prefix(plane.rowBytes)
    }
  }
}
