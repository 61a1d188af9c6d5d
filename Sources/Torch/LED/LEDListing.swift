import FoundationEssentials
import Glibc

/// An LED of this machine, and whether it can be switched.
public struct LEDListing: Sendable, Equatable {
  public var name: String
  /// The error that taking it would throw now; `nil` if it can be taken.
  public var obstacle: TorchError?

  public init(name: String, obstacle: TorchError? = nil) {
    self.name = name
    self.obstacle = obstacle
  }
}

extension LEDTorch {
  /// The LEDs of this machine, in the order of their names. Switches none of them.
  ///
  /// - Parameter folder: Contains a folder for each LED.
  public static func list(in folder: String = LEDTorch.folder) -> [LEDListing] {
    names(in: folder).map { LEDListing(name: $0, obstacle: obstacle(to: $0, in: folder)) }
  }

  private static func obstacle(to led: String, in folder: String) -> TorchError? {
    let (torch, ledFolder) = ("led:\(led)", "\(folder)/\(led)")
    do throws(TorchError) {
      _ = try LEDLock(path: ledFolder + "/brightness", torch: torch)
    } catch {
      return error
    }
    // The lock has checked `brightness`. The trigger must be writable too, if there is one.
    let trigger = ledFolder + "/trigger"
    guard access(trigger, W_OK) != 0, errno != ENOENT else { return nil }
    return LEDFailure.last(trigger).error(for: torch)
  }
}
