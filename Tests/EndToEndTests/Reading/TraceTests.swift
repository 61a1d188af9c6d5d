import Filming
import Foundation
import Morse
import Testing

/// Brightness traces in CSV, as scripts and spreadsheets write them.
@Suite("Traces")
struct TraceTests {
  /// The trace of a lamp that sends SOS DE ALDIS.
  private func film(_ scene: FilmedLight = FilmedLight()) throws -> Film {
    scene.play(try Encoder(timing: .itu(wordsPerMinute: 12)).encode("SOS DE ALDIS"), seed: 1)
  }

  private func read(
    _ csv: String, _ arguments: String = "--luma trace.csv", seconds: Int = 60
  ) throws
    -> Program.Result
  {
    let program = Program()
    try csv.write(
      to: program.folder.url.appendingPathComponent("trace.csv"), atomically: true, encoding: .utf8)
    return try program.run("ulimit -v 4000000; aldis decode \(arguments)", seconds: seconds)
  }

  @Test(
    "a trace is read from a file and from a pipe, with and without a given exposure",
    arguments: [
      "--luma trace.csv", "--luma - <trace.csv", "--luma trace.csv --exposure 0.016667",
    ])
  func sources(arguments: String) throws {
    let result = try read(film(FilmedLight(camera: .init(contrastToNoise: 20))).csv, arguments)
    #expect(result.output == "SOS DE ALDIS\n")
    #expect(result.errors == "")
    #expect(result.status == 0)
  }

  @Test(
    "a lamp that is lit at rest and dark for dots and dashes is read; a file needs no --negative",
    arguments: ["--luma trace.csv", "--luma trace.csv --negative", "--luma - --negative <trace.csv"])
  func negative(arguments: String) throws {
    let frames = try FilmedLight(camera: .init(contrastToNoise: 20))
      .play(Encoder(timing: .itu(wordsPerMinute: 12)).encode("MOVE NORTH 2 KM"), seed: 1).frames
    let result = try read(frames.map { "\($0.start),\(-$0.level)" }.joined(separator: "\n"), arguments)
    #expect(result.output == "MOVE NORTH 2 KM\n")
    #expect(result.errors.contains("lit at rest") == !arguments.contains("--negative"))
    #expect(result.status == 0)
    // A light that gives no text, with or without --negative, is diagnosed once.
    let blinking = (0..<600).map { "\(Double($0) / 30),\($0 / 10 % 2)" }.joined(separator: "\n")
    let events = try read(blinking, "--luma trace.csv --format jsonl").output
    #expect(events.components(separatedBy: #""event":"diagnosis""#).count == 2)
  }

  @Test("a signal ends the reading of a pipe that stays open, and the text so far is printed")
  func interrupted() throws {
    let program = Program()
    try film(FilmedLight(camera: .init(contrastToNoise: 20))).csv.write(
      to: program.folder.url.appendingPathComponent("trace.csv"), atomically: true, encoding: .utf8)
    // The program has read the trace when it uses no processor time for a second. This holds on slow machines, too.
    let result = try program.run(
      """
      mkfifo pipe
      (cat trace.csv; exec sleep 60) >pipe & writer=$!
      '\(Program.path)' decode --luma - --consensus <pipe & reader=$!
      used() { cut -d ' ' -f 14,15 /proc/$reader/stat; }
      until [ "$before" = "$(used)" ]; do before=$(used); sleep 1; done
      kill -INT $reader; wait $reader; status=$?
      exec 2>/dev/null; kill $writer; exit $status
      """)
    #expect(result.output == "SOS DE ALDIS\n")
    #expect(result.errorLines.count == 1 && result.errors.contains("no message repeats often enough"))
    #expect(result.status == 130)
  }

  @Test("a trace is read with any unit, any start time, and in the formats of spreadsheets")
  func spellings() throws {
    let frames = try film().frames
    let traces = [
      frames.map { "\($0.start - 1_000),\($0.level / 1e6)" },
      frames.map { "\($0.start + 1.7e9),\(1e7 * $0.level - 5e9)" },
      frames.map { "\"\($0.start)\";\"\($0.level)\"\r".replacing(".", with: ",") },
    ]
    for trace in traces {
      let result = try read(trace.joined(separator: "\n"))
      #expect(result.output == "SOS DE ALDIS\n")
      #expect(result.errors == "")
    }
  }

  @Test("a trace without a signal gives no text, and this is reported")
  func nothing() throws {
    let traces = [
      "0,1\n", "0,1\n1,2\n", "0,1\n0,2\n0,3\n", "-1e11,-1e30\n0,1e30\n1e11,-1e30\n",
      "0,1\n1e-320,2\n2e-320,1\n",
      (0..<600).map { "\(Double($0) / 30),128" }.joined(separator: "\n"),
      (0..<600).map { "\(Double($0) / 30),\($0 < 300 ? 20 : 220)" }.joined(separator: "\n"),
      (0..<600).map { "7,\($0 % 2)" }.joined(separator: "\n"),
    ]
    for trace in traces {
      let result = try read(trace)
      #expect(result.output == "")
      #expect(
        result.errorLines == [
          "aldis: found no light that signals in trace.csv; a lamp must flash at least three times"
        ])
      #expect(result.status == 0)
    }
  }

  @Test("the diagnosis of a light that cannot be read is one line and one event")
  func unreadable() throws {
    let signal = (0..<900).map { "\(Double($0) / 30),\($0 / 10 % 2 == 0 ? 20 : 220)" }.joined(separator: "\n")
    let result = try read(signal)
    #expect(result.output == "")
    #expect(
      result.errorLines == [
        "aldis: read nothing in trace.csv: no Morse: the light only blinks, every 0.67 seconds; point the camera at a lamp that is keyed"
      ])
    #expect(result.status == 0)
    let events = try read(signal, "--luma trace.csv --format jsonl").output
    #expect(events.contains(#""reason":"blinking""#))
    let fast = FilmedLight().play(
      try Encoder(timing: .itu(wordsPerMinute: 90)).encode(String(repeating: "SOS DE ALDIS ", count: 12)),
      seed: 1)
    let told = try read(fast.csv).errorLines.first ?? ""
    withKnownIssue("dots of 0.4 frames that alias alike are read as slower text", isIntermittent: true) {
      #expect(told.hasPrefix("aldis: read nothing in trace.csv: too fast for this camera: a dot lasts 0."))
    }
  }

  @Test("the text of a repeated message is voted from its repetitions")
  func consensus() throws {
    let keying = try Encoder(timing: .itu(wordsPerMinute: 15))
      .encode(Array(repeating: "CQ DE ALDIS QTH HARBOUR", count: 6).joined(separator: " "))
    let noisy = FilmedLight(camera: .init(contrastToNoise: 3)).play(keying, seed: 2)
    let result = try read(noisy.csv, "--luma trace.csv --consensus")
    #expect(result.output == "CQ DE ALDIS QTH HARBOUR\n")
    #expect(result.errors == "")
    #expect(try read(noisy.csv, "--luma trace.csv --format jsonl").output.contains(#""event":"repeats""#))
    let once = try read(film().csv, "--luma trace.csv --consensus")
    #expect(once.output == "SOS DE ALDIS\n")
    #expect(once.errorLines.count == 1)
    #expect(
      once.errors.hasPrefix(
        "aldis: no message repeats often enough in trace.csv (a long one must be sent twice"))
    #expect(try read(film().csv, "--luma trace.csv --consensus --format jsonl").status == 64)
  }

  @Test("with --uncertain, text with low confidence stands in brackets")
  func uncertain() throws {
    let keying = try Encoder(timing: .itu(wordsPerMinute: 15)).encode(
      String(repeating: "XKV QJZP LGW ", count: 8))
    let noisy = FilmedLight(camera: .init(contrastToNoise: 2.5)).play(keying, seed: 2).csv
    let plain = try read(noisy).output
    let marked = try read(noisy, "--luma trace.csv --uncertain").output
    #expect(!plain.contains("["))
    #expect(marked.contains("["))
    #expect(marked.filter { !"[]".contains($0) } == plain)
    #expect(try read(film().csv, "--luma trace.csv --uncertain").output == "SOS DE ALDIS\n")
    #expect(try read(noisy, "--luma trace.csv --uncertain --format jsonl").status == 64)
  }

  @Test("values before an invalid line are read")
  func broken() throws {
    let result = try read(film().csv + "1000,oops\n")
    #expect(result.output == "SOS DE ALDIS\n")
    #expect(result.errorLines.count == 1)
    #expect(result.errors.contains("1000,oops"))
    #expect(result.status == 65)
  }

  @Test("values minutes or years apart give no text, and the reading ends", arguments: [4.0, 5, 60, 1e8])
  func slow(interval: Double) throws {
    let trace = (0..<300).map { "\(Double($0) * interval),\(100 + $0 % 5 / 3 * 20)" }
    let result = try read(trace.joined(separator: "\n"), seconds: 60)
    #expect(result.status == 0)
    #expect(result.output.count < 300)
  }

  @Test(
    "any number of noise samples gives no text, in bounded memory",
    arguments: Program.runsLongTests ? [1_000_000] : [50_000])
  func noise(count: Int) throws {
    var random = SeededRandom(seed: 3)
    let trace = (0..<count).map { "\(Double($0) / 30),\(100 + random.normal())" }
    let result = try read(trace.joined(separator: "\n"), seconds: 900)
    #expect(result.output.count <= 2)
    #expect(result.status == 0)
  }
}
