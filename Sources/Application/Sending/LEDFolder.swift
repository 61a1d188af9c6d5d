import FoundationEssentials
import Glibc
import Torch

enum LEDFolder {
  /// The folder of the LEDs. Tests name one of their own.
  static var path: String { ProcessInfo.processInfo.environment["ALDIS_LEDS"] ?? LEDTorch.folder }
}
