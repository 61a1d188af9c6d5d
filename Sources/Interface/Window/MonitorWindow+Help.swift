/// The help above everything, page by page.
extension MonitorWindow {
  var showsHelp: Bool { helpPage != nil }

  /// Opens the help, turns its page, or closes it after the last page.
  func turnHelp() {
    guard let page = helpPage else {
      helpPage = 0
      return
    }
    helpPage = page + 1 < view.helpPages ? page + 1 : nil
  }
}

extension Stage.View {
  /// Keys and their actions.
  var helpKeys: [(key: String, words: String)] {
    if case .tuning = scene { Wording(language).tuningHelp } else { Wording(language).help }
  }

  var helpPages: Int {
    let size = Point(Double(width), Double(height)) / layoutScale
    return HelpOverlay(keys: helpKeys).places(in: Rect(x: 0, y: 0, width: size.x, height: size.y))
      .arrangement.pages
  }
}
