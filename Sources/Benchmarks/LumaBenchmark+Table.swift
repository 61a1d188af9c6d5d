import Luma

extension LumaBenchmark {
  /// A line for each format and size: medians, with the 10 % and the 90 % quantile.
  public var table: String {
    let head = [
      "format", "size", "upload", "pass", "readback", "total", "with differences", "CPU reference",
      "with differences",
      "allocations",
    ]
    let lines = rows.map { row in
      let gpu: [String] =
        if row.refusal == nil {
          [row.upload, row.pass, row.readback, row.total, row.totalWithDifferences].map(Self.text)
        } else {
          Array(repeating: "-", count: 5)
        }
      return ["\(row.format)", "\(row.width)x\(row.height)"] + gpu
        + [
          Self.text(row.reference), Self.text(row.referenceWithDifferences),
          row.allocationsPerFrame.map { Self.digits($0, 2) } ?? "-",
        ]
    }
    let widths = head.indices.map { column in ([head] + lines).map { $0[column].count }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      zip(cells, widths).enumerated().map { column, cell in
        let (text, width) = cell
        let space = String(repeating: " ", count: width - text.count)
        return column < 2 ? text + space : space + text
      }.joined(separator: "  ")
    }
    let title = "\(renderer), \(version); milliseconds a frame, median (10 %...90 %) of \(frames)"
    let refusals = rows.compactMap { row in
      row.refusal.map { "\(row.format) \(row.width)x\(row.height): not on the GPU: \($0)" }
    }
    return ([title, line(head)] + lines.map(line) + refusals).joined(separator: "\n") + "\n"
  }

  private static func text(_ spread: Spread) -> String {
    "\(digits(spread.median, 3)) (\(digits(spread.tenth, 3))...\(digits(spread.ninetieth, 3)))"
  }

  /// `value` with `places` digits after the point.
  private static func digits(_ value: Double, _ places: Int) -> String {
    let scale = (0..<places).reduce(1.0) { power, _ in power * 10 }
    let whole = Int((value * scale).rounded())
    let fraction = String(whole % Int(scale))
    return "\(whole / Int(scale))." + String(repeating: "0", count: places - fraction.count) + fraction
  }
}
