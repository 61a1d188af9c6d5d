import CZlib

/// Compresses bytes as DEFLATE data (RFC 1951), each part with its own Huffman codes.
///
/// Most of a grid is noise, which has no repetitions. So zlib searches only for runs of one byte (`Z_RLE` of zlib's manual),
/// which takes half the time of a search for repetitions, and the result is smaller.
final class Deflater {
  /// zlib keeps the address of its state, which must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let result = deflateInit2_(
      stream, 1, Z_DEFLATED, -MAX_WBITS, 8, Z_RLE, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(result == Z_OK, "no memory for zlib")
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Compresses `bytes` in `parts` equal parts and appends the result to `packed`.
  func append(_ bytes: [UInt8], parts: Int, to packed: inout [UInt8]) {
    deflateReset(stream)
    let start = packed.count
    // zlib's bound is for data in one part: each part's end needs a few bytes more.
    let room = Int(deflateBound(stream, UInt(bytes.count))) + 64 * parts
    packed.append(contentsOf: repeatElement(0, count: room))
    let left = bytes.withUnsafeBufferPointer { input in
      packed.withUnsafeMutableBufferPointer { packed in
        stream.pointee.next_out = packed.baseAddress! + start
        stream.pointee.avail_out = UInt32(room)
        for part in 0..<parts {
          let range = (input.count * part / parts)..<(input.count * (part + 1) / parts)
          // zlib reads through this pointer and never writes (ZLIB_CONST is for C alone).
          stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress! + range.lowerBound)
          stream.pointee.avail_in = UInt32(range.count)
          let result = deflate(stream, part == parts - 1 ? Z_FINISH : Z_BLOCK)
          precondition(result == Z_OK || result == Z_STREAM_END, "zlib refuses to pack")
        }
        return Int(stream.pointee.avail_out)
      }
    }
    packed.removeLast(left)
  }
}

/// Decompresses DEFLATE data.
final class Inflater {
  private let stream: UnsafeMutablePointer<z_stream>

  init() {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let result = inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(result == Z_OK, "no memory for zlib")
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// - Returns: Whether `packed` filled `room` exactly.
  func unpack(_ packed: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer) -> Bool {
    inflateReset(stream)
    stream.pointee.next_in = UnsafeMutablePointer(mutating: packed.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = UInt32(packed.count)
    stream.pointee.next_out = room.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = UInt32(room.count)
    let result = inflate(stream, Z_FINISH)
    return result == Z_STREAM_END && stream.pointee.avail_out == 0 && stream.pointee.avail_in == 0
  }
}

/// Continues the CRC-32 of gzip and PNG (ITU-T V.42) `sum` with `bytes`.
func crc32(_ sum: UInt32 = 0, adding bytes: UnsafeRawBufferPointer) -> UInt32 {
  UInt32(crc32(UInt(sum), bytes.bindMemory(to: UInt8.self).baseAddress, UInt32(bytes.count)))
}
