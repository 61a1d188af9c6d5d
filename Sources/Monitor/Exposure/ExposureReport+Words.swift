import Capture
import FoundationEssentials
import Glibc
import Localization

extension ExposureReport {
  /// The exposure, the speed of the fastest text, and the advice, for people.
  public var message: String {
    let speed = "text is read up to \(Int(fastestWordsPerMinute.rounded(.down))) WPM"
    guard let setting else {
      return "the exposure cannot be set here; \(advice.message ?? "it suits"); \(speed)"
    }
    let better = advice.message.map { "; \($0)" } ?? ""
    return "exposure \(setting.message): \(speed)\(better)"
  }
}

extension ExposureAdvice {
  /// The advice; `nil` if there is none.
  public var message: String? {
    switch self {
    case .hold: nil
    case .darker: "overexposed: shorten the exposure, or hold off light"
    case .brighter: "noisy: expose longer, or move closer"
    case .wholeFlickerPeriods(let mains):
      "lamps on \(Int(mains)) Hz mains beat: expose for \((0.5 / mains).fixed(decimals: 4)) seconds or a multiple of it"
    }
  }
}

extension ExposureSetting {
  /// The setting as in `1/100 s, gain 25 %`.
  public var message: String {
    [time.map { "\(Self.shutter($0)) s" }, gain.map { "gain \(Int((100 * $0).rounded())) %" }]
      .compactMap(\.self).joined(separator: ", ")
  }

  /// The time as photographers write it: below 0.3 s as a fraction.
  public static func shutter(_ seconds: Double) -> String {
    seconds < 0.3 && seconds > 0 ? "1/\(Int((1 / seconds).rounded()))" : seconds.fixed(decimals: 1)
  }
}
