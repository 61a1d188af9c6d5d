import Shell
import Testing

/// The user's settings file, through the built program.
@Suite("Settings file")
struct ChosenSettingsTests {
  /// Writes the settings. `aldis` contains the path of the program, for commands in the background.
  private static let settings = """
    mkdir -p "$XDG_CONFIG_HOME/aldis"
    settings() { cat >"$XDG_CONFIG_HOME/aldis/settings.toml"; }
    program=\(Shell.quoted(Program.path))

    """

  private func run(_ script: String) throws -> Program.Result {
    try Program().run(Self.settings + script, seconds: 60)
  }

  @Test("torch and speed come from the settings, unless options give them")
  func usual() throws {
    let result = try run(
      """
      settings <<<$'[send]\\ntorch = "video:usual.y4m"\\nwpm = 25'
      aldis send AN
      aldis send AN --wpm 10 --torch video:told.y4m
      for film in usual told; do
        aldis decode $film.y4m --format jsonl | grep -m 1 -o '"wpm":[0-9]*'
      done
      """)
    #expect(result.errors == "")
    let speeds = result.output.split(separator: "\n").compactMap { Double($0.dropFirst(6)) }
    #expect(speeds.count == 2)
    #expect(abs((speeds.first ?? 0) - 25) < 1.5 && abs((speeds.last ?? 0) - 10) < 1)
  }

  @Test("without settings an option must name the torch; an error in the settings is reported with its place")
  func mistakes() throws {
    let result = try run(
      """
      aldis send E; echo $?
      settings <<<'[send'
      aldis send E --torch null; echo $?
      settings <<<$'[send]\\ntorch = "lamp"'
      aldis send E; echo $?
      """)
    #expect(result.output == "64\n65\n64\n")
    #expect(result.errorLines.count == 3)
    let words = ["no torch is named; ", "settings.toml: line 1, column ", "there is no torch lamp"]
    for (line, word) in zip(result.errorLines, words) { #expect(line.contains(word)) }
  }

  @Test("a settings path that is not a file does not block, and a malformed file does not crash")
  func noFile() throws {
    let result = try run(
      """
      mkfifo "$XDG_CONFIG_HOME/aldis/settings.toml"
      aldis send E --torch null; echo $?
      rm "$XDG_CONFIG_HOME/aldis/settings.toml"
      settings <<<$'[\\n[send]'
      aldis send E --torch null; echo $?
      """)
    #expect(result.output == "65\n65\n")
    let words = [
      "it is no file of text; correct it, or remove it", "line 1, column 2: a table's name is missing",
    ]
    #expect(result.errorLines.count == 2)
    for (line, word) in zip(result.errorLines, words) { #expect(line.contains(word)) }
  }

  @Test("nothing is sent to a remote light that is off in the settings")
  func off() throws {
    let result = try run(
      """
      settings <<<$'[remote-light]\\non = false'
      aldis send E --torch remote --unit 0.01
      """)
    #expect(result.status == 69)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.hasPrefix("aldis: the remote light is switched off in "))
  }

  @Test("a changed host, off and on take effect during a message")
  func live() throws {
    let result = try run(
      """
      for name in a b; do
        "$program" light serve --log --listen 127.0.0.1:0 >$name 2>$name.messages & eval "server_$name=$!"
        until grep -qs listening $name.messages; do sleep 0.02; done
      done
      port() { grep -o '[0-9]*$' $1.messages; }
      until_in() { until grep -q "$2" $1; do sleep 0.02; done; }
      light() { settings <<<$'[send]\\ntorch = "remote"\\n[remote-light]\\n'"port = $1"$'\\n'"on = $2"; }
      light $(port a) true
      "$program" send 'EEEEEEEEEEEEEEEEEEEEEEEEEEEEEE' --unit 0.2 2>sender & sender=$!
      until_in a ,1,1,1
      light $(port b) true
      until_in b ,1,1,1
      tail -n 1 a | cut -d , -f 2-
      light $(port b) false
      until_in sender 'switched off'
      until [ "$(tail -n 1 b | cut -d , -f 2-)" = 0,0,0 ]; do sleep 0.02; done
      lines=$(wc -l <b)
      light $(port b) true
      until [ $(wc -l <b) -gt $lines ]; do sleep 0.02; done
      kill $sender; wait $sender
      kill $server_a $server_b; wait
      echo over
      """)
    #expect(result.output == "0,0,0\nover\n", "\(result.errors)")
  }

  @Test("one state is set on the light of the settings, unless that is off")
  func set() throws {
    let result = try run(
      """
      "$program" light serve --log --listen 127.0.0.1:0 >log 2>messages & server=$!
      until grep -qs listening messages; do sleep 0.02; done
      light() { settings <<<$'[remote-light]\\n'"port = $(grep -o '[0-9]*$' messages)"$'\\n'"on = $1"; }
      light true; aldis light set 1 0 1; echo $?
      light false; aldis light set 1 0 1; echo $?
      kill $server; wait $server
      head -n 1 log | cut -d , -f 2-
      """)
    #expect(result.output == "0\n69\n1,0,1\n")
    // The shell may report the end of the server.
    #expect(result.errorLines.count { $0.hasPrefix("aldis: ") } == 1, "\(result.errors)")
    #expect(result.errors.contains("switched off in "))
  }

  @Test("a log begins with the station id, which is the same at every start")
  func station() throws {
    let result = try run(
      """
      for log in 1 2; do aldis monitor --headless --demo --duration 0.3 --events $log; done
      head -qn 1 1 2 | grep -o '"event":"station".*' | sort -u | wc -l
      echo nonsense >"$XDG_STATE_HOME/aldis/station"
      aldis monitor --headless --demo --duration 0.3 --events 3
      grep -c station 3
      """)
    #expect(result.output == "1\n0\n")
    #expect(result.errorLines.count == 1)
    #expect(result.errors.contains("aldis/station cannot be used"))
  }
}
