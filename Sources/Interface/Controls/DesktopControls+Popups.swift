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
    let line = Self.line
    let files = Array(choices.files.prefix(64))
    let filesHeight = line * min(Double(files.count), 7)
    let sourcesHeight = line * (max(1, Double(choices.cameras?.count ?? 0)) + 1)
    let height =
      2 * Self.padding + line + filesHeight + sourcesHeight + Self.gap * (files.isEmpty ? 1 : 2)
    let area = place(anchor(.source), width: 420, height: height)
    gui.popup(Popup.source.rawValue, area) {
      let (entry, below) = area.inset(Self.padding).cutTop(line)
      switch gui.entry("path", entry, text: &path, hint: words.translate("Path of a recording")) {
      case .changed: commands.append(.findFiles(path))
      case .done where !path.isEmpty: choose(.open(path), gui)
      case .done, .nothing, .refused: break
      }
      var rest = below.cutTop(Self.gap).rest
      let room = min(filesHeight, max(0, rest.height - (sourcesHeight + Self.gap)))
      if room > 0 {
        let (list, below) = rest.cutTop(room)
        gui.list("files", list, height: line * Double(files.count)) { fileRows(files, in: $0, gui) }
        rest = below.cutTop(Self.gap).rest
      }
      gui.list("sources", rest, height: sourcesHeight) { sourceRows(in: $0, gui) }
    }
  }

  private func fileRows(_ files: [String], in list: Rect, _ gui: Gui) {
    for (index, file) in files.enumerated() {
      if row("file \(index)", shown(file), list.row(index, height: Self.line), gui) {
        choose(file: file, gui)
      }
    }
  }

  /// The cameras, or why there are none, and below them the demo.
  private func sourceRows(in list: Rect, _ gui: Gui) {
    let cameras = choices.cameras ?? []
    for (index, camera) in cameras.enumerated() {
      let isPressed = row(
        "camera \(index)", camera.name, list.row(index, height: Self.line),
        isChosen: snapshot.source.info?.name == camera.name,
        detail: camera.obstacle.map(words.obstacle) ?? camera.path, isDisabled: camera.obstacle != nil, gui)
      if isPressed { choose(.camera(camera.path), gui) }
    }
    if cameras.isEmpty {
      let state = words.translate(choices.cameras == nil ? "Looking for cameras" : "No camera found")
      gui.words(state, list.row(0, height: Self.line).inset(x: Self.gap, y: 0), gui.theme.quietInk)
    }
    let place = list.row(max(1, cameras.count), height: Self.line)
    if row("demo", words.translate("Demo: a harbour at dusk"), place, gui) { choose(.demo, gui) }
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
          row(index, item, list.row(index, height: Self.line))
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
          let place = list.row(index, height: Self.line, gap: gap)
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
