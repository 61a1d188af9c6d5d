import Frames
import Light
import Monitor

/// The controls of the desktop window: a row under the picture, and what opens from it.
final class DesktopControls {
  /// What the user asked for since it was last taken.
  private(set) var commands: [Command] = []
  private var path = ""
  private var textPath = ""

  func takeCommands() -> [Command] {
    defer { commands = [] }
    return commands
  }

  // MARK: What opens

  enum Popup: String, CaseIterable { case source, alphabet, save, more }

  func open(_ popup: Popup, with gui: Gui) {
    var first = 0
    switch popup {
    case .source:
      commands.append(.lookForCameras)
      commands.append(.lookForFiles(path))
    case .save: textPath = choices.textPath
    case .alphabet: first = choices.alphabets.firstIndex(of: choices.alphabet) ?? 0
    case .more: break
    }
    gui.open(popup.rawValue, focusing: first)
  }

  /// The window is the desktop's.
  var isShown: Bool { !window.isEmpty }

  /// The row has no room for all of them.
  var hasMenu: Bool { row.more != nil }

  /// The window has no room for any control.
  var hasNoRow: Bool { row.places.isEmpty && row.more == nil }

  // MARK: The row

  private var snapshot = Snapshot(source: .opening(""))
  private var choices = Choices()
  private var words = Wording()
  private var rect = Rect(x: 0, y: 0, width: 0, height: 0)
  private var seek = Rect(x: 0, y: 0, width: 0, height: 0)
  private var window = Rect(x: 0, y: 0, width: 0, height: 0)
  private var row = ControlRow(in: Rect(x: 0, y: 0, width: 0, height: 0))

  /// What the controls show from now on, and where.
  func show(
    _ snapshot: Snapshot, _ choices: Choices, _ words: Wording, in layout: DesktopLayout, window: Rect
  ) {
    (self.snapshot, self.choices, self.words, self.window) = (snapshot, choices, words, window)
    (rect, seek) = (layout.controls, layout.seek)
  }

  /// A pass over all controls.
  func run(_ gui: Gui) {
    row = ControlRow(
      in: rect, without: choices.canLockExposure ? [] : [.exposure],
      labels: labels.mapValues { labels in labels.map { gui.width(of: words[$0]) }.max() ?? 0 })
    // Popups open whether or not there is room for a row.
    gui.window("controls", rect.isEmpty ? Rect(x: 0, y: 0, width: 1, height: 1) : rect) {
      for item in ControlRow.Item.allCases {
        if let place = row.places[item] { show(item, in: place, gui) }
      }
      if let more = row.more, gui.button("…", more, tip: words[.more], key: "Tab") {
        open(.more, with: gui)
      }
      source(gui)
      alphabet(gui)
      save(gui)
      more(gui)
    }
    if let span = snapshot.source.info?.span, !seek.isEmpty {
      gui.window("seek", seek) { seekBar(span, gui) }
    }
  }

  /// Where a recording is, and the way to another moment of it.
  private func seekBar(_ span: ClosedRange<Timestamp>, _ gui: Gui) {
    let length = span.upperBound - span.lowerBound
    let position = snapshot.position.map { min(max($0 - span.lowerBound, 0), length) } ?? 0
    var value = snapshot.source.hasEnded ? length : position
    if gui.slider(
      "moment", seek, value: &value, in: 0...length, step: 5,
      shown: "\(words.time(value)) / \(words.time(length))", tip: words[.seekTip], key: "← →")
    {
      commands.append(.seek(value))
      snapshot.position = span.lowerBound + value
    }
  }

  /// What may stand on a button: it has room for all of it.
  private let labels: [ControlRow.Item: [Phrase]] = [
    .freeze: [.freeze, .goOn, .pause, .play], .calibrate: [.calibrate], .exposure: [.exposure],
    .record: [.record, .stop], .copy: [.copy], .save: [.save], .clear: [.clear],
  ]

  private func show(_ item: ControlRow.Item, in rect: Rect, _ gui: Gui) {
    switch item {
    case .source:
      if picker(
        "source", words.sourceName(snapshot.source), rect, tip: words[.sourceTip], key: "Ctrl O", gui)
      {
        open(.source, with: gui)
      }
    case .freeze:
      let isKept = snapshot.source.info.map { !$0.isLive } ?? false
      let isHeld = isKept ? snapshot.isPaused || snapshot.source.hasEnded : snapshot.isFrozen
      let label =
        isKept
        ? isHeld ? words[.play] : words[.pause] : isHeld ? words[.goOn] : words[.freeze]
      let tip = isKept ? words[.pauseTip] : words[.freezeTip]
      if gui.button("\(label)##freeze", rect, tip: tip, key: "Space", isMarked: isHeld) {
        commands.append(.freeze)
      }
    case .calibrate:
      if gui.button(
        words[.calibrate], rect, tip: words[.calibrateTip], key: "C",
        isDisabled: snapshot.calibration != nil)
      {
        commands.append(.calibrate)
      }
    case .threshold: threshold(rect, gui)
    case .exposure:
      let isLocked = if case .locked = snapshot.source.info?.exposure { true } else { false }
      if gui.button(words[.exposure], rect, tip: words[.exposureTip], key: "E", isMarked: isLocked) {
        commands.append(.lockExposure)
      }
    case .record:
      let label = choices.isRecording ? words[.stop] : words[.record]
      if gui.button(
        "\(label)##record", rect, tip: words[.recordTip], key: "Ctrl R", isMarked: choices.isRecording)
      {
        commands.append(.record)
      }
    case .alphabet:
      if picker(
        "alphabet", words.alphabet(choices.alphabet), rect, tip: words[.alphabetTip], key: "A",
        gui)
      {
        open(.alphabet, with: gui)
      }
    case .copy:
      if gui.button(words[.copy], rect, tip: words[.copyTip], key: "Ctrl C", isDisabled: !hasText) {
        commands.append(.copyText)
      }
    case .save:
      if gui.button(words[.save], rect, tip: words[.saveTip], key: "Ctrl S", isDisabled: !hasText) {
        open(.save, with: gui)
      }
    case .clear:
      if gui.button(words[.clear], rect, tip: words[.clearTip], key: "Ctrl L", isDisabled: !hasText) {
        commands.append(.clearText)
      }
    }
  }

  private var hasText: Bool { snapshot.transcripts.contains { !$0.isEmpty } }

  /// A button that tells what is chosen, and opens the choice.
  private func picker(
    _ name: String, _ chosen: String, _ rect: Rect, tip: String, key: String, _ gui: Gui
  ) -> Bool {
    let isPressed = gui.button("##\(name)", rect, tip: tip, key: key)
    let (label, arrow) = rect.inset(x: Theme.unit, y: 0).cutRight(14)
    gui.words(chosen, label)
    gui.words("▾", Rect(x: arrow.x + 2, y: arrow.y, width: 12, height: arrow.height), gui.theme.quietInk)
    return isPressed
  }

  /// How little light is enough: a slider, and the way back to automatic.
  private func threshold(_ rect: Rect, _ gui: Gui) {
    let (slide, rest) = rect.cutLeft(rect.width - 52)
    let isAutomatic = snapshot.sensitivity == .automatic
    var value = snapshot.sensitivity.value ?? 0.5
    let shown = isAutomatic ? words[.sensitivity] : words.sensitivity(value)
    if gui.slider(
      "sensitivity", slide, value: &value, in: 0...1, step: 0.05, shown: shown, isFilled: !isAutomatic,
      tip: words[.sensitivityTip], key: "+ −")
    {
      commands.append(.sensitivity(value))
      // The next step of the same picture begins here.
      snapshot.sensitivity = .manual(value)
    }
    if gui.button(
      words[.automatic], rest.cutLeft(4).rest, tip: words[.automaticTip], key: "0",
      isMarked: isAutomatic)
    {
      commands.append(.automaticSensitivity)
    }
  }

  // MARK: Popups

  private static let line = 28.0
  private static let padding = 12.0
  private static let gap = 8.0

  /// A popup's place: above what opens it, inside the window.
  private func place(_ anchor: Rect?, width: Double, height: Double) -> Rect {
    let room = window.inset(min(2 * Theme.unit, window.width / 20))
    let width = min(width, room.width)
    let height = min(height, room.height)
    guard let anchor else {
      return Rect(
        x: room.center.x - width / 2, y: room.center.y - height / 2, width: width, height: height)
    }
    return Rect(
      x: max(room.x, min(anchor.x, room.right - width)), y: max(room.y, anchor.y - Self.gap - height),
      width: width, height: height)
  }

  private func anchor(_ item: ControlRow.Item) -> Rect? { row.places[item] ?? row.more }

  private func source(_ gui: Gui) {
    let cameras = choices.cameras ?? []
    let rows = choices.files.prefix(64)
    let shownFiles = min(Double(rows.count), 7)
    let line = Self.line
    let lines = 2 + shownFiles + max(1, Double(cameras.count))
    let height = 2 * Self.padding + line * lines + Self.gap * (rows.isEmpty ? 1 : 2)
    let area = place(anchor(.source), width: 420, height: height)
    gui.popup(Popup.source.rawValue, area) {
      var rest = area.inset(Self.padding)
      func cut(_ height: Double) -> Rect {
        let (top, below) = rest.cutTop(height)
        rest = below
        return top
      }
      switch gui.entry("path", cut(line), text: &path, hint: words[.pathHint]) {
      case .changed: commands.append(.lookForFiles(path))
      case .done where !path.isEmpty: choose(.open(path), gui)
      case .done, .nothing: break
      }
      _ = cut(Self.gap)
      let below = line * (max(1, Double(cameras.count)) + 1) + Self.gap
      let room = min(shownFiles * line, max(0, rest.height - below))
      if room > 0 {
        let list = cut(room)
        gui.list("files", list) {
          for (index, file) in rows.enumerated() {
            let place = Rect(x: list.x, y: list.y + Double(index) * line, width: list.width, height: line)
            if self.row("file \(index)", shown(file), place, gui) { choose(file: file, gui) }
          }
        }
        _ = cut(Self.gap)
      }
      let list = rest
      gui.list("sources", list) {
        var y = list.y
        func next() -> Rect {
          defer { y += line }
          return Rect(x: list.x, y: y, width: list.width, height: line)
        }
        for (index, camera) in cameras.enumerated() {
          let isShown = snapshot.source.info?.name == camera.name
          if self.row(
            "camera \(index)", camera.name, next(), isChosen: isShown, detail: camera.obstacle ?? camera.path,
            isDisabled: camera.obstacle != nil, gui)
          {
            choose(.camera(camera.path), gui)
          }
        }
        if cameras.isEmpty {
          let state = choices.cameras == nil ? words[.lookingForCameras] : words[.noCamera]
          gui.words(state, next().inset(x: Self.gap, y: 0), gui.theme.quietInk)
        }
        if self.row("demo", words[.demo], next(), gui) { choose(.demo, gui) }
      }
    }
  }

  /// The last part of a path is what tells files apart.
  private func shown(_ file: String) -> String {
    let parts = file.split(separator: "/")
    return (parts.last.map(String.init) ?? file) + (file.hasSuffix("/") ? "/" : "")
  }

  private func choose(file: String, _ gui: Gui) {
    guard file.hasSuffix("/") else { return choose(.open(file), gui) }
    path = file
    commands.append(.lookForFiles(path))
  }

  private func choose(_ command: Command, _ gui: Gui) {
    commands.append(command)
    gui.closePopup()
  }

  private func row(
    _ id: String, _ label: String, _ rect: Rect, isChosen: Bool = false, detail: String = "",
    isDisabled: Bool = false, _ gui: Gui
  ) -> Bool {
    let isPressed = gui.choice("##\(id)", rect, isChosen: isChosen, isDisabled: isDisabled)
    let inside = rect.inset(x: Self.gap, y: 0)
    let needed = detail.isEmpty ? 0 : min(gui.width(of: detail) + 4, inside.width * 0.5)
    let (left, right) = inside.cutRight(needed)
    gui.words(
      label, left.cutRight(detail.isEmpty ? 0 : Self.gap).rest,
      isDisabled ? gui.theme.faintInk : gui.theme.ink)
    if !detail.isEmpty { gui.words(detail, right, gui.theme.faintInk) }
    return isPressed
  }

  private func alphabet(_ gui: Gui) {
    let height = 2 * Self.padding + Self.line * Double(choices.alphabets.count)
    let area = place(anchor(.alphabet), width: 200, height: height)
    gui.popup(Popup.alphabet.rawValue, area) {
      let list = area.inset(Self.padding)
      gui.list("alphabets", list) {
        for (index, name) in choices.alphabets.enumerated() {
          let place = Rect(
            x: list.x, y: list.y + Double(index) * Self.line, width: list.width, height: Self.line)
          if row(name, words.alphabet(name), place, isChosen: name == choices.alphabet, gui) {
            choose(.alphabet(name), gui)
          }
        }
      }
    }
  }

  private func save(_ gui: Gui) {
    let area = place(anchor(.save), width: 420, height: 2 * Self.padding + Self.line)
    gui.popup(Popup.save.rawValue, area) {
      let (left, right) = area.inset(Self.padding).cutRight(64)
      let writing = gui.entry(
        "text path", left.cutRight(Self.gap).rest, text: &textPath, hint: words[.textPathHint])
      let isPressed = gui.button(words[.save], right, isDisabled: textPath.isEmpty)
      if (isPressed || writing == .done) && !textPath.isEmpty { choose(.saveText(textPath), gui) }
    }
  }

  /// What the row had no room for.
  private func more(_ gui: Gui) {
    let items = row.hidden
    let gap = 4.0
    let height = 2 * Self.padding + (Self.line + gap) * Double(items.count) - gap
    let area = place(row.more, width: 208 + 2 * Self.padding, height: height)
    gui.popup(Popup.more.rawValue, area) {
      let list = area.inset(Self.padding)
      var next: Popup?
      gui.list("items", list) {
        for (index, item) in items.enumerated() {
          let before = commands.count
          let place = Rect(
            x: list.x, y: list.y + Double(index) * (Self.line + gap), width: list.width, height: Self.line)
          switch item {
          case .source where menu(.source, words.sourceName(snapshot.source), place, gui): next = .source
          case .alphabet where menu(.alphabet, words.alphabet(choices.alphabet), place, gui):
            next = .alphabet
          case .save where gui.button(words[.save], place, key: "Ctrl S", isDisabled: !hasText):
            next = .save
          case .source, .alphabet, .save: break
          default: show(item, in: place, gui)
          }
          if item != .threshold, commands.count > before { gui.closePopup() }
        }
      }
      if let next {
        gui.closePopup()
        open(next, with: gui)
      }
    }
  }

  private func menu(_ popup: Popup, _ chosen: String, _ rect: Rect, _ gui: Gui) -> Bool {
    picker(popup.rawValue, chosen, rect, tip: "", key: "", gui)
  }
}
