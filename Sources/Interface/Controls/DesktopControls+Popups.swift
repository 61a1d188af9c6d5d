/// The popups of the row of controls.
extension DesktopControls {
  /// Runs the open popup, if any.
  func popups(_ gui: Gui) {
    source(gui)
    alphabet(gui)
    save(gui)
    more(gui)
    lamp(gui)
  }

  private static let line = 28.0
  private static let padding = 12.0
  private static let gap = 8.0

  /// A popup's place: above its button, inside the window.
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
      switch gui.entry("path", cut(line), text: &path, hint: words.translate("Path of a recording")) {
      case .changed: commands.append(.findFiles(path))
      case .done where !path.isEmpty: choose(.open(path), gui)
      case .done, .nothing, .refused: break
      }
      _ = cut(Self.gap)
      let below = line * (max(1, Double(cameras.count)) + 1) + Self.gap
      let room = min(shownFiles * line, max(0, rest.height - below))
      if room > 0 {
        let list = cut(room)
        gui.list("files", list, height: Double(rows.count) * line) { list in
          for (index, file) in rows.enumerated() {
            let place = Rect(x: list.x, y: list.y + Double(index) * line, width: list.width, height: line)
            if self.row("file \(index)", shown(file), place, gui) { choose(file: file, gui) }
          }
        }
        _ = cut(Self.gap)
      }
      gui.list("sources", rest, height: line * (max(1, Double(cameras.count)) + 1)) { list in
        var y = list.y
        func next() -> Rect {
          defer { y += line }
          return Rect(x: list.x, y: y, width: list.width, height: line)
        }
        for (index, camera) in cameras.enumerated() {
          let isShown = snapshot.source.info?.name == camera.name
          if self.row(
            "camera \(index)", camera.name, next(), isChosen: isShown,
            detail: camera.obstacle.map(words.obstacle) ?? camera.path, isDisabled: camera.obstacle != nil,
            gui)
          {
            choose(.camera(camera.path), gui)
          }
        }
        if cameras.isEmpty {
          let state = words.translate(choices.cameras == nil ? "Looking for cameras" : "No camera found")
          gui.words(state, next().inset(x: Self.gap, y: 0), gui.theme.quietInk)
        }
        if self.row("demo", words.translate("Demo: a harbour at dusk"), next(), gui) { choose(.demo, gui) }
      }
    }
  }

  /// The last part of the path, which distinguishes files.
  private func shown(_ file: String) -> String {
    let parts = file.split(separator: "/")
    return (parts.last.map(String.init) ?? file) + (file.hasSuffix("/") ? "/" : "")
  }

  private func choose(file: String, _ gui: Gui) {
    guard file.hasSuffix("/") else { return choose(.open(file), gui) }
    path = file
    commands.append(.findFiles(path))
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

  /// Runs a popup with a list of `items`, one per row.
  private func list<Item>(
    _ items: [Item], in popup: Popup, at anchor: Rect?, width: Double, _ gui: Gui,
    row: (Int, Item, Rect) -> Void
  ) {
    let height = Self.line * Double(items.count)
    let area = place(anchor, width: width, height: height + 2 * Self.padding)
    gui.popup(popup.rawValue, area) {
      gui.list("items", area.inset(Self.padding), height: height) { list in
        for (index, item) in items.enumerated() {
          let y = list.y + Double(index) * Self.line
          row(index, item, Rect(x: list.x, y: y, width: list.width, height: Self.line))
        }
      }
    }
  }

  private func alphabet(_ gui: Gui) {
    list(choices.alphabets, in: .alphabet, at: anchor(.alphabet), width: 200, gui) { _, name, place in
      if row(name, words.alphabet(name), place, isChosen: name == choices.alphabet, gui) {
        choose(.alphabet(name), gui)
      }
    }
  }

  private func lamp(_ gui: Gui) {
    list(compose.lamps, in: .lamp, at: lampPlace ?? row.more, width: 220, gui) { index, lamp, place in
      if row("lamp \(index)", words.lamp(lamp), place, isChosen: lamp == compose.lamp, gui) {
        choose(.sendingLamp(lamp), gui)
      }
    }
  }

  private func save(_ gui: Gui) {
    let area = place(anchor(.save), width: 420, height: 2 * Self.padding + Self.line)
    gui.popup(Popup.save.rawValue, area) {
      let (left, right) = area.inset(Self.padding).cutRight(64)
      let writing = gui.entry(
        "text path", left.cutRight(Self.gap).rest, text: &textPath, hint: words.translate("File for the text")
      )
      let isPressed = gui.button(words.translate("Save"), right, isDisabled: textPath.isEmpty)
      if (isPressed || writing == .done) && !textPath.isEmpty { choose(.saveText(textPath), gui) }
    }
  }

  /// The menu of the controls that do not fit into the row.
  private func more(_ gui: Gui) {
    let items = row.hidden
    let gap = 4.0
    let height = 2 * Self.padding + (Self.line + gap) * Double(items.count) - gap
    let area = place(row.more, width: 208 + 2 * Self.padding, height: height)
    gui.popup(Popup.more.rawValue, area) {
      let list = area.inset(Self.padding)
      var next: Popup?
      gui.list("items", list, height: height - 2 * Self.padding) { list in
        for (index, item) in items.enumerated() {
          let before = commands.count
          let place = Rect(
            x: list.x, y: list.y + Double(index) * (Self.line + gap), width: list.width, height: Self.line)
          switch item {
          case .source where gui.picker("source", words.sourceName(snapshot.source), place): next = .source
          case .alphabet where gui.picker("alphabet", words.alphabet(choices.alphabet), place):
            next = .alphabet
          case .lamp where gui.picker("lamp", words.lamp(compose.lamp), place): next = .lamp
          case .save
          where gui.button(
            words.translate("Save"), place, key: words.key(.chooseTextFile), isDisabled: !hasText):
            next = .save
          case .source, .alphabet, .lamp, .save: break
          default: show(item, in: place, gui)
          }
          if ![.threshold, .sendingSpeed].contains(item), commands.count > before { gui.closePopup() }
        }
      }
      if let next {
        gui.closePopup()
        open(next, with: gui)
      }
    }
  }
}
