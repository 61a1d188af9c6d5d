import Foundation
import Shell

@testable import Application
@testable import aldis

/// A page of the documentation in Markdown, with the commands in its fenced blocks.
struct DocumentedPage {
  /// The way in which the commands of a block are tested.
  enum Rule: Equatable {
    /// Each command runs to its end.
    case run
    /// Each command runs until the next command of this kind starts or the page ends. Then it is interrupted.
    case untilStopped
    /// The commands are only parsed, for this reason.
    case parse(String)
  }

  struct Block {
    /// Number of the block's first line in the page.
    var number: Int
    var info: Substring
    var lines: [Substring] = []
    /// The line of the page and the text of each command. A line that ends with a backslash continues in the next line.
    var commands: [(number: Int, text: String)] {
      var commands: [(number: Int, text: String)] = []
      var isOpen = false
      for (offset, line) in lines.enumerated() {
        if isOpen {
          commands[commands.count - 1].text += "\n" + line
        } else if !line.isEmpty, !line.hasPrefix("#") {
          commands.append((number + offset, String(line)))
        }
        isOpen = line.hasSuffix("\\")
      }
      return commands
    }
    /// `nil` for a block without commands.
    var rule: Rule? {
      switch info {
      case "sh": .run
      case "sh until-stopped": .untilStopped
      default: info.wholeMatch(of: /sh no-test: (.+)/).map { .parse(String($0.1)) }
      }
    }
  }

  var name: String
  var text: String
  private(set) var blocks: [Block] = []
  /// Errors of fences that cannot be understood.
  private(set) var mistakes: [String] = []

  init(name: String, text: String) {
    (self.name, self.text) = (name, text)
    var open: Block?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard line.hasPrefix("```") else {
        open?.lines.append(line)
        continue
      }
      if let block = open {
        blocks.append(block)
        open = nil
      } else {
        let block = Block(number: index + 2, info: line.dropFirst(3))
        if block.rule == nil, !["text", "toml", "glsl"].contains(block.info) {
          mistakes.append("\(name):\(index + 1): no rule for a block of '\(block.info)'")
        }
        open = block
      }
    }
    if open != nil { mistakes.append("\(name): the last block has no end") }
  }

  init(_ name: String) throws {
    self.init(
      name: name,
      text: try String(contentsOf: Program.root.appendingPathComponent(name), encoding: .utf8))
  }

  /// The commands that are not run, and the reasons.
  var unrun: [(number: Int, text: String, reason: String)] {
    blocks.flatMap { block in
      guard case .parse(let reason)? = block.rule else {
        return [(number: Int, text: String, reason: String)]()
      }
      return block.commands.map { ($0.number, $0.text, reason) }
    }
  }

  var commandCount: Int { blocks.lazy.filter { $0.rule != nil }.map(\.commands.count).reduce(0, +) }

  // MARK: Commands that run

  /// Sample files that pages name and that none of their commands creates.
  private static let samples: KeyValuePairs = [
    "clip.mp4": """
    aldis simulate SOS DE ALDIS --size 320x240 --output - | ffmpeg -v error -f yuv4mpegpipe -i - clip.mp4
    """,
    "night.grid":
      "aldis simulate SOS --size 320x240 --output a.y4m; aldis a.y4m --headless --record night.grid",
    // SOS with a unit of 0.1 s.
    "trace.csv": """
    awk 'BEGIN {
      s = "0000000000" "101010" "00" "1110" "1110" "1110" "00" "10101" "00000000000000000000"
      for (i = 0; i < length(s) * 6; i++) printf "%.4f,%d\\n", i / 60, 40 + 160 * substr(s, int(i / 6) + 1, 1)
    }' >trace.csv
    """,
    "Shaders": "cp -r \(Shell.quoted(Program.root.path))/Shaders .",
    "led": """
    mkdir -p leds/{NAME,red,green,blue}
    for led in leds/*; do
      echo 0 >$led/brightness; echo 255 >$led/max_brightness; echo '[none]' >$led/trigger
    done
    export ALDIS_LEDS=$PWD/leds
    """,
  ]

  /// The errors of the commands.
  func faults() throws -> [String] {
    let program = Program()
    let samples = Self.samples.filter { text.contains($0.key) }.map(\.value)
    let result = try program.run(
      """
      exec 9>&2
      fail() { echo "$number: status $1" >&9; cat err.$number >&9; exit 1; }
      # Not `set -e`, which would end the script inside of `aldis`, with nothing said.
      trap 'fail $?' ERR
      number=0; exec 2>err.0
      stop() {
        [ -n "$running" ] || return 0
        # What has ended by itself cannot be interrupted.
        kill -INT $running 2>/dev/null || true
        status=0; wait $running || status=$?
        running=
        [ $status = 0 ] || [ $status = 130 ] || { number=$started; fail $status; }
      }
      trap '[ -z "$running" ] || kill $running' EXIT
      # Waits until a server listens, or for as long as a window takes to open.
      settle() {
        for _ in {1..40}; do
          if ! kill -0 $running 2>/dev/null || grep -q listening err.$number; then break; fi; sleep 0.1
        done
      }
      \(samples.joined(separator: "\n"))
      \(blocks.map(script).joined(separator: "\n"))
      stop
      """, seconds: 600)
    let reason = result.errors.isEmpty ? " status \(result.status)" : result.errors
    var faults = result.status == 0 ? [] : ["\(name):\(reason)"]
    // A block of text is the output of the block before it.
    for (block, output) in zip(blocks, blocks.dropFirst())
    where result.status == 0 && block.rule == .run && output.info == "text" {
      let printed = try program.folder.text("out.\(block.number)")
      if printed != output.lines.joined(separator: "\n") + "\n" {
        faults.append("\(name):\(block.number): prints \(printed)")
      }
    }
    return mistakes + faults + (try unrunFaults())
  }

  private func script(of block: Block) -> String {
    switch block.rule {
    case .run:
      block.commands.map { command in
        "number=\(command.number)\n{ \(command.text)\n} >>out.\(block.number) 2>err.$number"
      }
      .joined(separator: "\n")
    case .untilStopped:
      block.commands.map { command in
        """
        stop; number=\(command.number); started=$number
        ( aldis() { exec \(Shell.quoted(Program.path)) "$@"; }; \(command.text)
        ) >out.$number 2>err.$number & running=$!
        settle
        """
      }
      .joined(separator: "\n")
    case .parse, nil: ""
    }
  }

  // MARK: Commands that do not run

  /// Errors in the options of Aldis and the targets of make, in commands that are not run.
  private func unrunFaults() throws -> [String] {
    let commands = unrun.filter { $0.text.contains(#/^(sudo )?(aldis|make)\b/#) }
    guard !commands.isEmpty else { return [] }
    let program = Program()
    // Only these two programs are found, and both do nothing.
    let result = try program.run(
      """
      aldis() { printf '%s\\0' $number $# "$@" >>words; }
      make() {
        env -u MAKEFLAGS PATH=/usr/bin:/bin /usr/bin/make -n -C \(Shell.quoted(Program.root.path)) "$@" 2>&1 >/dev/null |
          /usr/bin/sed "s/^/$number: /" >&2
      }
      env() { /usr/bin/env "$@"; }
      sudo() { "$@"; }
      touch words; PATH=/nowhere
      \(commands.map { "number=\($0.number); \($0.text)" }.joined(separator: "\n"))
      """)
    var faults = result.errorLines.map { "\(name):\($0)" }
    var words = try program.folder.text("words").split(separator: "\0", omittingEmptySubsequences: false)[...]
    while let number = words.popFirst(), let count = words.popFirst().flatMap({ Int($0) }) {
      let command = words.prefix(count).map(String.init)
      words = words.dropFirst(count)
      do {
        _ = try CommandName.check(command)
        _ = try Aldis.parseAsRoot(command.joiningNegativeNumbers)
      } catch let failure as Failure {
        faults.append("\(name):\(number): \(failure.message)")
      } catch {
        faults.append("\(name):\(number): \(UsageMessage.shortened(Aldis.message(for: error)))")
      }
    }
    return faults
  }

  // MARK: Links

  /// Links to files or headings that do not exist.
  func brokenLinks() throws -> [String] {
    let folder = Program.root.appendingPathComponent(name).deletingLastPathComponent()
    var broken: [String] = []
    for link in text.matches(of: #/\]\(([^)#\s]*)(?:\#([^)\s]+))?\)/#) where !link.1.contains("://") {
      let file =
        link.1.isEmpty
        ? Program.root.appendingPathComponent(name) : folder.appendingPathComponent(String(link.1))
      var isThere = FileManager.default.fileExists(atPath: file.path)
      if isThere, let heading = link.2 {
        isThere = Self.headings(in: try String(contentsOf: file, encoding: .utf8)).contains(String(heading))
      }
      if !isThere { broken.append("\(name): \(link.0)") }
    }
    return broken
  }

  /// The names of headings in links: words in lower case, joined by dashes, only letters and figures.
  private static func headings(in text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
      line.drop { $0 == "#" }.dropFirst().lowercased()
        .filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
        .replacing(" ", with: "-")
    }
  }
}
