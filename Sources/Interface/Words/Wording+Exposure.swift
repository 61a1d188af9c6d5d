import Capture
import Localization
import Monitor

extension Wording {
  /// The advice, the present exposure, and the fastest text.
  func exposure(_ report: ExposureReport?) -> [Figure] {
    guard let report else { return [] }
    var figures: [Figure] = []
    switch report.advice {
    case .hold: break
    case .darker:
      figures.append(Figure(text: translate("overexposed: shorten the exposure"), isWarning: true))
    case .brighter: figures.append(Figure(text: translate("noisy: expose longer"), isWarning: true))
    case .wholeFlickerPeriods(let mains):
      figures.append(Figure(text: translate("\(mains, decimals: 0) Hz mains beat"), isWarning: true))
    }
    if let setting = report.setting {
      let parts = [
        setting.time.map { "\(ExposureSetting.shutter($0).replacing(".", with: language.decimalMark)) s" },
        setting.gain.map { translate("gain \(percent($0))") },
      ]
      figures.append(Figure(text: parts.compactMap(\.self).joined(separator: ", ")))
    }
    if report.fastestWordsPerMinute.isFinite {
      figures.append(
        Figure(text: translate("up to \(report.fastestWordsPerMinute.rounded(.down), decimals: 0) WPM")))
    }
    return figures
  }
}
