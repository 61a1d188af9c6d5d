import Capture
import Monitor

extension Wording {
  /// The advice, the present exposure, and the fastest text.
  func exposure(_ report: ExposureReport?) -> [Figure] {
    guard let report else { return [] }
    var figures: [Figure] = []
    switch report.advice {
    case .hold: break
    case .darker:
      figures.append(Figure(text: "\(self[.tooBright]): \(self[Phrase(.shortenExposure)])", isWarning: true))
    case .brighter: figures.append(Figure(text: self[.tooNoisy], isWarning: true))
    case .wholeFlickerPeriods(let mains):
      figures.append(Figure(text: self(.beatsWith, number(mains, decimals: 0)), isWarning: true))
    }
    if let setting = report.setting {
      let parts = [
        setting.time.map { "\(ExposureSetting.shutter($0).replacing(".", with: language.decimalMark)) s" },
        setting.gain.map { self(.gain, percent($0)) },
      ]
      figures.append(Figure(text: parts.compactMap(\.self).joined(separator: ", ")))
    }
    if report.fastestWordsPerMinute.isFinite {
      figures.append(
        Figure(text: self(.upTo, number(report.fastestWordsPerMinute.rounded(.down), decimals: 0))))
    }
    return figures
  }
}
