import FoundationEssentials
import Glibc
import Synchronization

/// An LED of this machine, switched through the kernel's LED class (Documentation/leds/leds-class.rst).
///
/// It is taken from its trigger, and restored on ``release()``, and also when the program dies.
public final class LEDTorch: Torch {
  /// The folder in which the kernel lists LEDs.
  public static let folder = "/sys/class/leds"

  public let name: String
  private let brightness: LEDAttribute
  private let maximumBrightness: Int
  private let guardProcess: Mutex<LEDGuard?>

  /// Takes the LED called `led` and switches it off.
  ///
  /// - Parameter folder: Contains a folder for each LED.
  public init(_ led: String, in folder: String = LEDTorch.folder) throws(TorchError) {
    let name = "led:\(led)"
    let existing = Self.names(in: folder)
    guard existing.contains(led) else { throw .noSuchLED(led, folder: folder, existing: existing) }
    let ledFolder = folder + "/" + led
    let lock = try LEDLock(path: ledFolder + "/brightness", torch: name)
    self.name = name
    brightness = LEDAttribute(path: ledFolder + "/brightness")
    let original: LEDSetting
    let limit: String
    do throws(LEDFailure) {
      original = try LEDSetting(of: ledFolder)
      limit = try LEDAttribute(path: ledFolder + "/max_brightness").read()
    } catch {
      throw error.error(for: name)
    }
    guard let maximumBrightness = Int(limit), maximumBrightness > 0 else {
      throw .failed(name, reason: "its greatest brightness is said to be \(limit)")
    }
    self.maximumBrightness = maximumBrightness
    guardProcess = Mutex(try LEDGuard(folder: ledFolder, original: original, lock: lock, torch: name))
    do throws(LEDFailure) {
      if original.trigger != nil { try LEDAttribute(path: ledFolder + "/trigger").write("none") }
    } catch {
      throw error.error(for: name)
    }
    try shine(false)
  }

  public func shine(_ isOn: Bool) throws(TorchError) { try shine(level: isOn ? 255 : 0) }

  /// Sets the LED to the nearest brightness that it has.
  ///
  /// - Parameter level: From 0 (dark) to 255 (full brightness).
  public func shine(level: UInt8) throws(TorchError) {
    do throws(LEDFailure) {
      try brightness.write(String(Int((Double(maximumBrightness) * Double(level) / 255).rounded())))
    } catch {
      throw error.error(for: name)
    }
  }

  public func release() throws(TorchError) {
    let isRestored = guardProcess.withLock { $0.take()?.restore() }
    if isRestored == false {
      throw .failed(name, reason: "it could not be given back as it was found, and may still shine")
    }
  }

  /// The names of the LEDs, in alphabetical order.
  static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }
}
