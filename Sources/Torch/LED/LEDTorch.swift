import FoundationEssentials
import Glibc
import Synchronization

/// An LED of this machine, switched through the kernel's LED class (Documentation/leds/leds-class.rst).
///
/// It is taken from whatever trigger drives it, and given back as it was found: on ``release()``, and also when the program
/// dies.
public final class LEDTorch: Torch {
  /// Where the kernel lists LEDs.
  public static let folder = "/sys/class/leds"

  public let name: String
  private let brightness: LEDAttribute
  private let most: Int
  private let keeper: Mutex<LEDGuard?>

  /// Takes the LED called `led`; it is dark then.
  ///
  /// - Parameter folder: Holds a folder for each LED.
  public init(_ led: String, in folder: String = LEDTorch.folder) throws(TorchError) {
    let name = "led:\(led)"
    let existing = Self.names(in: folder)
    guard existing.contains(led) else { throw .noSuchLED(led, folder: folder, existing: existing) }
    let own = folder + "/" + led
    let lock = try LEDLock(path: own + "/brightness", torch: name)
    self.name = name
    brightness = LEDAttribute(path: own + "/brightness")
    let found: LEDSetting
    let limit: String
    do throws(LEDFailure) {
      found = try LEDSetting(of: own)
      limit = try LEDAttribute(path: own + "/max_brightness").read()
    } catch {
      throw error.error(for: name)
    }
    guard let most = Int(limit), most > 0 else {
      throw .failed(name, reason: "its greatest brightness is said to be \(limit)")
    }
    self.most = most
    keeper = Mutex(try LEDGuard(folder: own, found: found, lock: lock, torch: name))
    do throws(LEDFailure) {
      if found.trigger != nil { try LEDAttribute(path: own + "/trigger").write("none") }
    } catch {
      throw error.error(for: name)
    }
    try shine(false)
  }

  public func shine(_ isOn: Bool) throws(TorchError) { try shine(level: isOn ? 255 : 0) }

  /// Sets the LED to the nearest brightness it knows.
  ///
  /// - Parameter level: From 0, dark, to 255, as bright as it can be.
  public func shine(level: UInt8) throws(TorchError) {
    do throws(LEDFailure) {
      try brightness.write(String(Int((Double(most) * Double(level) / 255).rounded())))
    } catch {
      throw error.error(for: name)
    }
  }

  public func release() throws(TorchError) {
    let isRestored = keeper.withLock { keeper in keeper.take()?.giveBack() }
    if isRestored == false {
      throw .failed(name, reason: "it could not be given back as it was found, and may still shine")
    }
  }

  /// The LEDs there are, in the order of their names.
  static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }
}
