import Luma
import Typesetting

/// The brightness of the picture's tiles: across the picture, and as a histogram beside it, on one axis from black to white.
extension TuningScene {
  func paintLevels(_ painter: Painter) {
    guard let maximum = tuning.histogram.max(), maximum > 0, layout.histogram.height > 16 else { return }
    for plot in [layout.waveform, layout.histogram] {
      painter.fill(plot, painter.theme.well)
      // Black, white, and the quarters between them.
      for quarter in 0...4 {
        let y = plot.y + (plot.height - 1) * Double(quarter) / 4
        painter.fill(
          Rect(x: plot.x, y: y, width: plot.width, height: 1),
          painter.theme.rule.opacity(quarter.isMultiple(of: 4) ? 1 : 0.5))
      }
    }
    paintWaveform(in: layout.waveform, painter)
    paintHistogram(in: layout.histogram, maximum: maximum, painter)
    let font = Theme.font(Theme.Size.caption)
    painter.text(
      AttributedText(painter.words.translate("Tiles from left to right"), color: painter.theme.quietInk),
      font, in: layout.levels,
      vertical: .bottom)
    painter.text(
      AttributedText(
        painter.words.clipped(tuning.clippedShare),
        color: tuning.clippedShare >= 0.0005 ? painter.theme.warning : painter.theme.quietInk), font,
      in: layout.levels, alignment: .trailing, vertical: .bottom)
  }

  private func paintWaveform(in plot: Rect, _ painter: Painter) {
    let columns = tuning.waveform.columns
    let width = plot.width / Double(max(1, columns.count))
    let height = plot.height / Double(LumaWaveform.levelCount)
    for (column, levels) in columns.enumerated() {
      for (level, share) in levels.enumerated() where share > 0 {
        // Square roots, so that rare levels are visible beside frequent ones.
        painter.fill(
          Rect(
            x: plot.x + Double(column) * width, y: plot.bottom - Double(level + 1) * height, width: width,
            height: height),
          painter.theme.ink.opacity(0.25 + 0.75 * Double(share).squareRoot()))
      }
    }
  }

  private func paintHistogram(in plot: Rect, maximum: Int, _ painter: Painter) {
    let height = plot.height / Double(tuning.histogram.count)
    for (index, count) in tuning.histogram.enumerated() where count > 0 {
      let width = max(1, (Double(count) / Double(maximum)).squareRoot() * plot.width)
      painter.fill(
        Rect(x: plot.x, y: plot.bottom - Double(index + 1) * height, width: width, height: height),
        painter.theme.quietInk)
    }
  }
}
