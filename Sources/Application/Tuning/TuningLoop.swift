import Capture
import FoundationEssentials
import Glibc
import Graphics
import Interface
import Luma
import Monitor
import Shaders

/// Draws a live picture with the shaders of a folder. After each save, it tries the shaders at once, and shows them if they
/// compile.
final class TuningLoop {
  private let window: MonitorWindow
  private let session: Session
  private let thread: CaptureThread
  private let trial: ShaderTrial
  private let folder: ShaderFolder
  private let path: String
  private let watch: FolderWatch
  /// The shaders of the last save, even if they do not compile.
  private var newest: ShaderLibrary
  /// Programs whose files the last save changed, and which have not been compiled yet.
  private var uncompiled: [ProgramFiles] = []
  private var tuning: Tuning
  private let crashMarker = ShaderCrashMarker()
  /// Files that stopped the last run, with their versions at that time. Aldis uses its own texts for them until they are saved
  /// again.
  private var disabled: [ShaderName: FileStamp?] = [:]
  /// Reads a recording with the same shaders.
  private let scoring: Scoring?
  /// Files that have been adopted but have not drawn a picture yet.
  private var onTrial: Set<ShaderName> = []
  private var noticeTimeout = NoticeTimeout()
  /// The picture whose cost is shown.
  private var timedPicture = -1

  /// - Parameter path: The folder's path.
  /// - Throws: A ``Failure`` if the folder cannot be watched, or a `GraphicsError`.
  init(
    _ window: MonitorWindow, _ session: Session, _ thread: CaptureThread, _ folder: ShaderFolder,
    path: String, scoring recording: Scoring.Recording?
  ) throws {
    self.window = window
    self.session = session
    self.thread = thread
    self.folder = folder
    self.path = path
    scoring = recording.map { Scoring($0, wake: window.waker.wake) }
    do throws(ShaderFileError) {
      watch = try FolderWatch(path, onChange: window.waker.wake)
    } catch {
      throw Failure(.unavailable, "cannot watch \(error.path): \(error.reason)")
    }
    newest = ShaderLibrary()
    trial = ShaderTrial(window.context, shaders: newest)
    tuning = Tuning(folder: path)
    tuning.controls = Self.controls(of: newest)
    try trial.set(newest.presets(of: tuning.controls.map(\.file)))
  }

  private var words: Wording { Wording(window.language) }

  /// Runs until the user ends it or the time is over.
  func run(until deadline: ContinuousClock.Instant?, waitsForSource: Bool) throws {
    disable(crashMarker.lastTried)
    var hasBegun = false
    // A run that ends by itself was not stopped by a shader.
    defer {
      crashMarker.end()
      scoring?.end()
    }
    while !Interruption.isRequested, deadline.map({ $0 > .now }) ?? true {
      for command in window.commands(timeout: uncompiled.isEmpty ? 0.1 : 0) {
        if command == .quit || command == .leave { return }
        try perform(command)
      }
      guard recover() else { continue }
      if hasBegun, watch.takeChange() { reload() }
      try show()
      // At the start, the files are tried as after a save, except for files that stopped the last run. They are compiled for
      // the format of the first picture.
      if !hasBegun, trial.moment != nil || session.outcome != nil {
        hasBegun = true
        reload()
        // If no file was adopted, the shaders of the program are scored.
        if tuning.reloads == 0 { score(by: trial.shaders) }
      }
      if case .failed(let error) = session.outcome, session.frameCount == 0, !waitsForSource {
        throw error
      }
      update()
      try window.draw(shownSnapshot, frame: trial.pictureCount, preview: preview)
      if noticeTimeout.isOver(session.snapshot.notice) { session.show(nil) }
      if !onTrial.isEmpty, trial.moment != nil {
        window.context.finish()
        guard recover() else { continue }
        onTrial = []
        crashMarker.end()
      }
      compileNext()
    }
  }

  func saveScreenshot(_ path: String) throws {
    update()
    try savePicture(try window.screenshot(of: shownSnapshot, preview: preview), to: path)
  }

  /// The part of the snapshot that the scene shows, so that frames that are not shown do not cause a draw.
  private var shownSnapshot: Snapshot {
    let snapshot = session.snapshot
    return Snapshot(source: snapshot.source, isFrozen: snapshot.isFrozen, notice: snapshot.notice)
  }

  private func preview(_ place: Stage.PicturePlace) throws(GraphicsError) {
    try trial.draw(session.preview(in: place), divide: tuning.isComparing ? tuning.divide : nil)
  }

  /// Shows one of the waiting frames. Nothing is decoded here, so the other frames are skipped, and a save is shown sooner.
  private func show() throws {
    var isShown = false
    try session.drain { frame, _ in
      guard !isShown else { return }
      isShown = true
      try trial.show(frame)
    }
  }

  /// Updates the window's scene. The window itself sets only the position of the divide.
  private func update() {
    if case .tuning(let shown) = window.scene { tuning.divide = shown.divide }
    tuning.isComparing = trial.hasPreviousShaders
    tuning.shown = trial.shown == .picture ? nil : trial.shown.rawValue
    // The cost is updated once per picture, because another cost makes the window draw, which changes the cost again.
    if timedPicture != trial.pictureCount {
      timedPicture = trial.pictureCount
      tuning.cost = trial.cost
    }
    tuning.values = trial.values
    tuning.histogram = trial.histogram.bins
    tuning.waveform = trial.waveform
    tuning.clippedShare = trial.histogram.clippedShare
    tuning.moment = trial.moment
    tuning.score = scoring?.currentState().score(words)
    tuning.exactness = trial.error
    window.scene = .tuning(tuning)
  }

  /// Continues in another context after a reset of the GPU, without the shaders on trial, which may be the cause.
  private func recover() -> Bool {
    guard window.context.isLost else { return true }
    if !onTrial.isEmpty { disable(onTrial) }
    var shaders = trial.shaders
    for file in disabled.keys { shaders[file] = ShaderLibrary()[file] }
    return window.recover(with: shaders) { context throws(GraphicsError) in
      try trial.move(to: context, with: shaders)
      reportGPUReset()
    }
  }

  private func disable(_ files: Set<ShaderName>) {
    for file in files { disabled[file] = FileStamp(of: file, in: path) }
    (onTrial, uncompiled) = ([], [])
    crashMarker.end()
    tuning.faults = faultsOfDisabledFiles
  }

  /// Messages about disabled files.
  private var faultsOfDisabledFiles: [Tuning.Fault] {
    disabled.keys.map(\.rawValue).sorted().map { file in
      Tuning.Fault(
        file: file,
        message: words.translate("was stopped when it was last tried, and is left out until it is saved"))
    }
  }

  /// Tries the files that are now in the folder.
  private func reload() {
    var library: ShaderLibrary
    do throws(ShaderFileError) {
      library = try ShaderLibrary(directory: path)
    } catch {
      tuning.faults = [Tuning.Fault(file: error.path, message: words.translate(error.reason))]
      return
    }
    disabled = disabled.filter { FileStamp(of: $0.key, in: path) == $0.value }
    for file in disabled.keys { library[file] = ShaderLibrary()[file] }
    // An editor's temporary file, or a save without a change, needs no reload.
    guard library != newest else { return }
    let changed = Set(ShaderName.allCases.filter { library[$0] != newest[$0] })
    newest = library
    tuning.faults = faultsOfDisabledFiles
    crashMarker.begin(changed.map(\.rawValue))
    onTrial = changed
    // The programs for other formats are tried after the picture is shown.
    uncompiled = (LumaPass.programs + Stage.programs).filter {
      !changed.isDisjoint(with: [$0.vertex] + $0.fragment)
    }
    do throws(GraphicsError) {
      if Stage.programs.contains(where: uncompiled.contains) { try window.adopt(library) }
      try trial.adopt(library, values: values(for: library))
      tuning.controls = Self.controls(of: library)
      tuning.reloads += 1
      score(by: library)
    } catch {
      note(error)
    }
  }

  private func score(by shaders: ShaderLibrary, replacingNewest: Bool = false) {
    scoring?.begin(shaders, values: trial.values, replacingNewest: replacingNewest)
  }

  /// The controls of the programs that show and measure the picture.
  private static func controls(of library: ShaderLibrary) -> [ShaderControl] {
    let used = Set(LumaPass.programs.flatMap(\.fragment))
    return library.controls(of: ShaderName.allCases.filter(used.contains))
  }

  /// The value of each control: the present value, or the file's preset if the control is new or its preset has changed.
  private func values(for library: ShaderLibrary) -> [String: UniformValue] {
    var values: [String: UniformValue] = [:]
    for control in Self.controls(of: library) {
      let before = tuning.controls.first { $0.name == control.name }
      let kept = before?.preset == control.preset ? trial.values[control.name] : nil
      values[control.name] = control.allowed(kept ?? control.preset)
    }
    return values
  }

  /// Writes the present values into the files, beside their uniforms. The picture stays the same, so this save is not compared
  /// with the last one.
  private func writeValues() {
    let before = newest
    for file in Set(tuning.controls.map(\.file)) where disabled[file] == nil {
      let text = newest.text(of: file, presetting: trial.values)
      guard text != newest[file] else { continue }
      let path = ShaderLibrary.path(of: file, in: path)
      do {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        if trial.shaders[file] == newest[file] { trial.adopt(presetsIn: text, of: file) }
        newest[file] = text
        session.inform(words.translate("Saved \(path)"))
      } catch {
        session.show(Output.cannotWrite(path, reason: systemReason(of: error)), words)
      }
    }
    guard newest != before else { return }
    tuning.controls = Self.controls(of: newest)
    score(by: trial.shaders, replacingNewest: true)
  }

  /// Compiles the next of the programs that use the changed files.
  private func compileNext() {
    guard let program = uncompiled.popLast() else { return }
    do throws(GraphicsError) {
      _ = try window.context.program(program, from: newest)
    } catch {
      note(error)
    }
  }

  private func note(_ error: GraphicsError) {
    guard !error.shaderFaults.isEmpty else {
      tuning.faults.append(Tuning.Fault(file: path, message: words.message(for: error)))
      return
    }
    for fault in error.shaderFaults {
      let shown = Tuning.Fault(
        file: folder.path(of: fault.file), line: fault.line, message: words.translate(fault.message),
        source: fault.line.flatMap { newest.line($0, of: fault.file) })
      if !tuning.faults.contains(shown) { tuning.faults.append(shown) }
    }
  }

  /// Passes the frozen state to the session. A recording is paused while the picture is frozen.
  private func noteFrozen() {
    session.setFrozen(trial.isFrozen)
    thread.setPaused(trial.isFrozen)
  }

  private func perform(_ command: Command) throws {
    switch command {
    case .freeze:
      trial.isFrozen.toggle()
      noteFrozen()
    case .stepBack, .stepForward:
      try trial.step(by: command == .stepBack ? -1 : 1)
      noteFrozen()
    case .set(let name, let value):
      var values = trial.values
      values[name] = value
      try trial.set(values)
    case .resetValues:
      try trial.set(Dictionary(tuning.controls.map { ($0.name, $0.preset) }) { first, _ in first })
    case .writeValues: writeValues()
    case .nextTarget: trial.shown = trial.shown.next
    case .screenshot: saveTimedScreenshot(of: session, words) { try saveScreenshot($0) }
    default: break
    }
  }
}

extension Scoring.State {
  /// The score as the window shows it.
  fileprivate func score(_ words: Wording) -> Tuning.Score {
    Tuning.Score(
      newest: newest?.rate, before: before?.rate, progress: progress, fault: fault.map(words.message(for:)))
  }
}

extension ShaderLibrary {
  /// A line of a file without its indentation. The first line has the number 1.
  fileprivate func line(_ number: Int, of file: String) -> String? {
    guard let name = ShaderName(rawValue: file) else { return nil }
    let lines = self[name].split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.indices.contains(number - 1) else { return nil }
    let line = lines[number - 1].drop { $0.isWhitespace }.prefix(200)
    return line.isEmpty ? nil : String(line)
  }
}
