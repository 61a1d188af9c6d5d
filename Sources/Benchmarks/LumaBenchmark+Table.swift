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
          [row.upload, row.pass, row.readback, row.total, row.totalWithDifferences]
            .map { $0.text(decimals: 3) }
        } else {
          Array(repeating: "-", count: 5)
        }
      return ["\(row.format)", "\(row.width)x\(row.height)"] + gpu
        + [
          row.reference.text(decimals: 3), row.referenceWithDifferences.text(decimals: 3),
          row.allocationsPerFrame.map { $0.text(decimals: 2) } ?? "-",
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
}

extension LumaBenchmark.Spread {
  /// The median, and the 10 % and the 90 % quantile in parentheses.
  func text(decimals: Int) -> String {
    let quantiles = "\(tenth.text(decimals: decimals))...\(ninetieth.text(decimals: decimals))"
    return "\(median.text(decimals: decimals)) (\(quantiles))"
  }
}

extension Double {
  /// The number with `decimals` digits after the point.
  func text(decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1) { power, _ in power * 10 }
    let units = Int((self * Double(scale)).rounded())
    let fraction = String(scale + abs(units) % scale).dropFirst()
    return "\(units < 0 ? "-" : "")\(abs(units) / scale).\(fraction)"
  }
}
