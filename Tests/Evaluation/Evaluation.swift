import ArgumentParser
import Filming
import Foundation
import Shell

/// `make eval`: compares how well Aldis, its peers and the bound read the same films.
@main struct Evaluation: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluation",
    abstract: "Reads random messages under every condition and prints the character error rates, in percent.",
    discussion: """
      The rate is the sum of the insertions, deletions and substitutions that turn the texts read into those sent, over \
      the sum of the characters sent, spaces included. In conditions without a message it counts false characters.
      """)

  @OptionGroup var films: FilmOptions
  @OptionGroup var cacheOptions: CacheOptions
  @OptionGroup var resultOptions: ResultOptions

  @Option(help: "Only these readers: \(ReaderName.allCases.map(\.rawValue).joined(separator: ", ")).")
  var readers: [ReaderName] = ReaderName.allCases

  @Option(help: "Programs that run at the same time.")
  var jobs = ProcessInfo.processInfo.activeProcessorCount

  @Flag(help: "The table in Markdown.")
  var markdown = false

  @Flag(help: "Shows each text that was misread, below the one that was sent, on standard error.")
  var mistakes = false

  @Flag(
    help: """
      Instead of error rates, whether the confidence of Aldis' characters is what it says, and how often the \
      second-best reading is right where the best is wrong.
      """)
  var confidence = false

  @Flag(
    help: """
      Instead of traces, pictures: lamps that are small, move, or stand among others, and scenes without a lamp, as many \
      of each as --messages says. How many lamps were missed, and torches found that are none.
      """)
  var scenes = false

  @Flag(
    name: .customLong("without-background-differences"),
    help: "Reads the scenes without background differences.")
  var withoutBackground = false

  @Option(
    help: ArgumentHelp("Writes each film there, as CSV or grids, and what it says.", valueName: "folder"))
  var save: String?

  @Option(help: ArgumentHelp("The program aldis.", valueName: "file"))
  var aldis = ProcessInfo.processInfo.environment["ALDIS_PROGRAM"] ?? ".build/release/aldis"

  @Option(help: ArgumentHelp("The peers that `make eval` builds.", valueName: "folder"))
  var peers = ".build/peers"

  func validate() throws {
    guard jobs > 0 else { throw ValidationError("--jobs must be above 0") }
    if scenes ? sceneConditions.isEmpty : conditions.isEmpty {
      throw ValidationError("no condition's name contains \(films.rows.joined(separator: ", "))")
    }
  }

  func run() async throws {
    if confidence {
      try await printConfidence()
    } else {
      // Wrong options are found before hours of work, not after them.
      let films = films.described(as: scenes ? "scenes" : "traces")
      let earlier = try resultOptions.earlier(of: films)
      let cache = cacheOptions.open()
      var results = Results(films)
      try await (scenes ? printScenes : printErrorRates)(cache, &results)
      cache?.trim()
      try resultOptions.conclude(results, earlier)
    }
  }

  private func printErrorRates(_ cache: EvaluationCache?, _ results: inout Results) async throws {
    let columns = readers.map { cached(reader($0), $0, cache) }
    for column in columns {
      if let absence = column.absence { say("\(column.name): \(absence)") }
    }
    var table = Table(isMarkdown: markdown)
    table.begin(
      ["condition"] + columns.map(\.name) + ["goal"], longest: conditions.map(\.name.count).max() ?? 0)
    let jobs = jobs(for: conditions.count)
    try await conditions.concurrentMap(jobs: jobs.conditions) { condition in
      let takes = try await takes(of: condition, jobs: jobs.films)
      if let save { try write(takes, of: condition, to: save) }
      var readings: [[String?]] = []
      for column in columns {
        readings.append(column.absence == nil ? try await column.read(takes, jobs: jobs.films) : [])
      }
      return (condition, takes, readings)
    } take: { condition, takes, readings in
      var cells = [condition.name]
      for (column, readings) in zip(columns, readings) {
        let cell = Score.cell(condition, column.name, takes, readings)
        results.cells += cell.map { [$0] } ?? []
        cells.append(cell?.text ?? "-")
        if mistakes { show(readings, of: takes, by: column, in: condition) }
      }
      table.add(cells + [condition.goal.map { $0.formatted() } ?? "-"])
    }
  }

  /// How many conditions, and how many films of each, are read at the same time.
  private func jobs(for conditions: Int) -> (conditions: Int, films: Int) {
    conditions < jobs ? (1, jobs) : (jobs, 1)
  }

  private func printScenes(_ cache: EvaluationCache?, _ results: inout Results) async throws {
    let renderer = cacheOptions.renderer(cache)
    var table = Table(isMarkdown: markdown)
    table.begin(
      ["scene"] + SceneScore.titles + ["goal"], longest: sceneConditions.map(\.name.count).max() ?? 0)
    let jobs = jobs(for: sceneConditions.count)
    try await sceneConditions.concurrentMap(jobs: jobs.conditions) { condition in
      (
        condition,
        try await Array(0..<films.count).concurrentMap(jobs: jobs.films) { try read(condition, $0, renderer) }
      )
    } take: { condition, scores in
      let cells = SceneScore.cells(condition.name, scores)
      results.cells += cells.compactMap { $0 }
      table.add(
        [condition.name] + cells.map { $0?.text ?? "-" } + [condition.goal.map { $0.formatted() } ?? "-"])
      if mistakes { for mistake in scores.flatMap(\.mistakes) { say("\(condition.name):\n  \(mistake)") } }
    }
  }

  private func read(
    _ condition: SceneCondition, _ number: Int, _ cache: (EvaluationCache, renderer: StableHash)?
  ) throws -> SceneScore {
    let scene = condition.scene(
      number, seed: films.seed, quiet: 60 * films.quietMinutes / Double(films.count))
    guard let save else { return try SceneScore(scene, measuresBackground: !withoutBackground, cache: cache) }
    let path = try path(of: number, in: condition.name, save)
    try (scene.lamps.map(\.message).joined(separator: "\n") + "\n")
      .write(toFile: path + ".txt", atomically: false, encoding: .utf8)
    return try SceneScore(scene, measuresBackground: !withoutBackground, cache: cache) {
      try Data($0).write(to: URL(filePath: path + ".grid"))
    }
  }

  private func printConfidence() async throws {
    let program = AldisProgram(path: aldis)
    if let absence = program.absence { throw ValidationError(absence) }
    var calibration = Calibration()
    for condition in conditions where condition.hasMessage {
      let takes = try await takes(of: condition, jobs: jobs)
      for (take, characters) in zip(takes, try await program.characters(takes, jobs: jobs)) {
        calibration.add(characters, of: take)
      }
    }
    var table = Table(isMarkdown: markdown)
    table.begin(
      ["confidence", "characters", "mean confidence", "right", "wrong", "second shown", "second right"],
      longest: 13)
    for bin in calibration.bins where bin.count > 0 {
      let count = Double(bin.count)
      table.add([
        String(format: "%.2f to %.2f", bin.range.lowerBound, bin.range.upperBound), "\(bin.count)",
        String(format: "%.3f", bin.sum / count), String(format: "%.3f", Double(bin.right) / count),
        "\(bin.count - bin.right)", "\(bin.hasSecond)", "\(bin.secondRight)",
      ])
    }
  }

  /// The films of a condition's messages. A condition without a message has one long film.
  private func takes(of condition: Condition, jobs: Int) async throws -> [Take] {
    try await Array(0..<(condition.hasMessage ? films.count : 1)).concurrentMap(jobs: jobs) {
      try condition.take($0, seed: films.seed, minutes: films.quietMinutes)
    }
  }

  private var conditions: [Condition] { allConditions.filter { films.selects($0.name) } }

  private var sceneConditions: [SceneCondition] { allScenes.filter { films.selects($0.name) } }

  /// The texts of peers and of the bound are cached. Aldis reads each time.
  private func cached(_ reader: any Reader, _ name: ReaderName, _ cache: EvaluationCache?) -> any Reader {
    guard let cache, reader.absence == nil, let version = try? version(of: name) else { return reader }
    return CachedReader(reader: reader, cache: cache, version: version)
  }

  /// - Returns: `nil` for a reader that is part of Aldis.
  private func version(of name: ReaderName) throws -> StableHash? {
    switch name {
    case .aldis, .live: return nil
    case .knownTiming: return try Sources.hash(Sources.knownTimingReader)
    case .libcw, .morseAudioDecoder:
      var version = try Sources.hash(["Tests/Evaluation/Readers"])
      let program = name == .libcw ? "\(peers)/libcw" : MorseAudioDecoder.script
      version.add(try Data(contentsOf: URL(filePath: program)))
      return version
    }
  }

  private func reader(_ name: ReaderName) -> any Reader {
    switch name {
    case .aldis: AldisProgram(path: aldis)
    case .live: LiveDecoder()
    case .libcw: Unixcw(path: "\(peers)/libcw")
    case .morseAudioDecoder: MorseAudioDecoder(python: "\(peers)/python/bin/python")
    case .knownTiming: KnownTimingReader()
    }
  }

  private func show(_ readings: [String?], of takes: [Take], by column: any Reader, in condition: Condition) {
    for (number, (take, reading)) in zip(takes, readings).enumerated() {
      guard let reading = reading.map(Score.plain), reading != take.message else { continue }
      say("\(condition.name), \(number), \(column.name):\n  sent \(take.message)\n  read \(reading)")
    }
  }

  private func write(_ takes: [Take], of condition: Condition, to folder: String) throws {
    for (number, take) in takes.enumerated() {
      let path = try path(of: number, in: condition.name, folder)
      try take.film.csv.write(toFile: path + ".csv", atomically: false, encoding: .utf8)
      try (take.message + "\n").write(toFile: path + ".txt", atomically: false, encoding: .utf8)
    }
  }

  private func path(of number: Int, in condition: String, _ folder: String) throws -> String {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return "\(folder)/\(condition.replacing("/", with: "-")) \(number)"
  }
}

/// The readers, by their names on the command line.
enum ReaderName: String, CaseIterable, ExpressibleByArgument {
  case aldis
  case live
  case libcw
  case morseAudioDecoder = "morse-audio-decoder"
  case knownTiming = "known-timing"
}
