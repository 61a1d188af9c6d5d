import Capture
import FoundationEssentials
import Frames
import Glibc

/// Writes a simulated scene to a file or to standard output as YUV4MPEG2.
package struct SceneRecording {
  package var scene: SceneDescription

  package init(scene: SceneDescription) { self.scene = scene }

  /// Writes the scene to its end, or until the user interrupts.
  ///
  /// - Parameter path: A file to be replaced, or `-` for standard output.
  package func write(to path: String) throws {
    try checkDiskSpace(at: path)
    let scene = SimulatedScene(scene)
    let output = try Output.to(path)
    do throws(Y4MWriteError) {
      let header = Y4MHeader(format: scene.info.format, rate: .init(nearest: self.scene.rate))
      try write(scene, to: try Y4MWriter(descriptor: output.descriptor, header: header))
    } catch .readerGone {
      throw ReaderGone()
    } catch .failed(let reason) {
      throw Failure(.io, "cannot write \(output.name): \(reason)")
    } catch .unsupported(let format) {
      throw Failure(.data, "YUV4MPEG2 cannot carry \(format.rawValue)")
    }
  }

  private func write(_ scene: SimulatedScene, to writer: Y4MWriter) throws(Y4MWriteError) {
    while !Interruption.isRequested, let event = try? scene.next(within: .seconds(1)) {
      switch event {
      case .frame(let frame): try writer.write(frame)
      case .ended: return
      // The cases are separate, because the compiler accepts no list of patterns for a value that cannot be copied.
      case .lost: continue
      case .changed: continue
      case .nothing: continue
      }
    }
  }

  /// Throws if the recording does not fit on the disk.
  ///
  /// - Parameter path: A file that may not exist yet, in a folder that exists. Pipes are not checked.
  private func checkDiskSpace(at path: String) throws(Failure) {
    if let file = FileStatus(path: path), !file.isRegular { return }
    var disk = statvfs()
    let url = URL(fileURLWithPath: path)
    guard path != "-", statvfs(url.deletingLastPathComponent().path, &disk) == 0 else { return }
    let format = FrameFormat(.yu12, width: scene.width, height: scene.height, range: .full)
    let wanted = scene.duration * scene.rate * Double(format.byteCount) / 1e9
    let free = Double(disk.f_bavail) * Double(disk.f_frsize) / 1e9
    guard wanted > free else { return }
    throw Failure(
      .io,
      """
      \(path) would take \(wanted.rounded(.up).plain) GB, and its disk has \(free.rounded(.down).plain) GB left; \
      send less, or faster
      """)
  }
}

extension Y4MHeader.Rate {
  /// The nearest fraction of thousandths: 29.97 is 29970:1000.
  fileprivate init(nearest rate: Double) {
    self = rate == rate.rounded() ? .init(Int64(rate)) : .init(Int64((rate * 1000).rounded()), per: 1000)
  }
}
