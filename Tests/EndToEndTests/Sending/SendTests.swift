import Shell
import Testing

/// Text to light, through the built program.
@Suite("Sending")
struct SendTests {
  @Test(
    "a message that is sent to a video is read from it",
    arguments: [
      "", "--timing morse-torch", "--wpm 25", "--unit 0.05 --timing morse-torch", "--wpm 5",
      "--wpm 18 --overall-wpm 8", "--timing 0.12,0.4,0.15,0.5,1.2",
    ])
  func video(_ options: String) throws {
    let result = try Program().run(
      "aldis send 'CQ DE ALDIS' --torch video:a.y4m \(options) && aldis decode a.y4m", seconds: 300)
    #expect(result.errors == "")
    #expect(result.output == "CQ DE ALDIS\n")
    #expect(result.status == 0)
  }

  @Test("a text from standard input is sent in its own alphabet")
  func alphabet() throws {
    let result = try Program().run(
      "echo 'καλημέρα' | aldis send - --torch video:- --wpm 20 | aldis decode - --alphabet greek")
    #expect(result.errors == "")
    #expect(result.output == "ΚΑΛΗΜΕΡΑ\n")
  }

  @Test("with --skip-unknown, characters without a code word are left out and named")
  func skipsUnknown() throws {
    let result = try Program().run(
      "aldis send 'E~E^' --skip-unknown --torch null --unit 0.01")
    #expect(result.status == 0)
    #expect(result.errorLines.first == "aldis: left out: ~ ^")
    #expect(result.errors.contains("sent 2 of 2 characters"))
  }

  @Test("a tone has the same marks as the light")
  func tone() throws {
    // The sound device writes into a file. The envelope of the sound is measured a hundred times per second.
    let result = try Program().run(
      """
      printf 'pcm.!default { type file; slave.pcm { type null }; file "tone.raw"; format "raw" }' >asound.conf
      ALSA_CONFIG_PATH=$PWD/asound.conf aldis send 'SOS DE K' --torch null --unit 0.06 --tone 700 2>/dev/null || exit
      python3 - <<'END' | aldis decode --luma -
      import array
      samples = array.array("h", open("tone.raw", "rb").read())
      for n in range(100): print(f"{n / 100},0")
      for n in range(len(samples) // 480):
        print(f"{1 + n / 100},{max(map(abs, samples[480 * n:480 * n + 480])) / 100}")
      for n in range(200): print(f"{1 + len(samples) / 48000 + n / 100:.3f},0")
      END
      """)
    #expect(result.output == "SOS DE K\n", "\(result.errors)")
  }

  @Test("a tone that fails is reported, and the light continues")
  func lostTone() throws {
    let result = try Program().run(
      """
      printf 'pcm.!default { type file; slave.pcm { type null }; file "/dev/full"; format "raw" }' >asound.conf
      ALSA_CONFIG_PATH=$PWD/asound.conf aldis send 'SOS' --torch null --unit 0.06 --tone
      """)
    #expect(result.status == 0)
    #expect(result.errors.contains("sent 3 of 3 characters"))
    #expect(result.errorLines.last?.hasPrefix("aldis: the tone broke off: ") == true)
  }

  @Test("several torches show the message together, each with its own delays")
  func together() throws {
    let result = try Program().run(
      """
      \(Self.led)
      export ALDIS_LEDS=$PWD/leds
      \(Self.aldis) light serve --log --listen 127.0.0.1:0 >log 2>messages & server=$!
      until grep -qs listening messages; do sleep 0.02; done
      lamp=light://127.0.0.1:$(grep -o '[0-9]*$' messages)
      aldis send 'SOS' --torch led:red --torch $lamp --unit 0.05; echo $?
      kill $server; wait $server
      cut -d , -f 2 log | tr -d '\\n'; echo
      cat leds/red/brightness
      aldis send E --torch led:red --torch screen; echo $?
      aldis send E --torch led:red --torch led:red; echo $?
      """, seconds: 20)
    #expect(result.output == "0\n\(String(repeating: "10", count: 9))\n764\n64\n")
    #expect(result.errorLines.count == 4)
    for (line, name) in zip(
      result.errorLines, ["led:red: sent 3 of 3", "light://127.0.0.1:", "screen cannot be combined", "once"])
    {
      #expect(line.contains(name))
    }
  }

  @Test("a crash restores the LED at once", arguments: ["SEGV", "ILL", "ABRT"])
  func crash(_ name: String) throws {
    // Swift's crash handler must be off. It would take seconds, with the light on.
    let result = try Program().run(
      """
      \(Self.led)
      export ALDIS_LEDS=$PWD/leds SWIFT_BACKTRACE=enable=yes
      \(Self.aldis) send 'TTTTTTTT' --torch led:red --unit 10 & sender=$!
      \(Self.untilLit)
      kill -\(name) $sender
      wait $sender
      until [ "$(cat leds/red/trigger)" = heartbeat ]; do sleep 0.01; done
      cat leds/red/brightness
      """, seconds: 20)
    #expect(result.output == "7")
    #expect(!result.errors.contains("Backtrace") && !result.errors.contains("Program crashed"))
  }

  @Test(
    "a signal, also Ctrl-Z, ends the message at once and restores the LED",
    arguments: [("INT", 130), ("TERM", 143), ("TSTP", 148), ("QUIT", 131), ("PIPE", 141)])
  func signal(_ name: String, _ status: Int32) throws {
    let result = try Program().run(
      """
      \(Self.led)
      export ALDIS_LEDS=$PWD/leds
      \(Self.aldis) send 'TTTTTTTT' --torch led:red --unit 10 & sender=$!
      \(Self.untilLit)
      kill -\(name) $sender
      wait $sender; status=$?
      cat leds/red/brightness; cat leds/red/trigger
      exit $status
      """, seconds: 20)
    #expect(result.status == status)
    #expect(result.output == "7heartbeat")
    #expect(result.errors.contains("stopped after 1 of 8 characters"))
  }

  @Test(
    "sending ends when the reader of the program's output is gone",
    arguments: ["|", "2>&1 |", "2>&1 >/dev/null |"])
  func readerGone(_ pipe: String) throws {
    let result = try Program().run(
      """
      \(Self.led)
      export ALDIS_LEDS=$PWD/leds
      { \(Self.aldis) send 'TTTTTTTT' --torch led:red --unit 10; echo $? >status; } \(pipe) { \(Self.untilLit); }
      cat status leds/red/brightness leds/red/trigger
      """, seconds: 20)
    #expect(result.output == "141\n7heartbeat")
  }

  @Test("the LED is restored even if the sender is killed")
  func killed() throws {
    let result = try Program().run(
      """
      \(Self.led)
      export ALDIS_LEDS=$PWD/leds
      \(Self.aldis) send 'TTTTTTTT' --torch led:red --unit 10 & sender=$!
      \(Self.untilLit)
      kill -KILL $sender
      until [ "$(cat leds/red/trigger)" = heartbeat ]; do sleep 0.02; done
      cat leds/red/brightness
      """, seconds: 20)
    #expect(result.status == 0)
    #expect(result.output == "7")
  }

  @Test("a sender that was stopped for some time reports it, and leaves the light off")
  func heldUp() throws {
    let result = try Program().run(
      """
      \(Self.led)
      export ALDIS_LEDS=$PWD/leds
      \(Self.aldis) send 'EEE' --torch led:red --unit 1 & sender=$!
      \(Self.untilLit)
      kill -STOP $sender; sleep 3; kill -CONT $sender
      wait $sender; status=$?
      cat leds/red/brightness
      exit $status
      """, seconds: 20)
    #expect(result.status == 74)
    #expect(result.output == "7")
    #expect(result.errorLines.count == 1)
    #expect(result.errors.contains("led:red was held up by "), "\(result.errors)")
  }

  @Test("an LED in use is refused, and the program that uses it is named")
  func oneOwner() throws {
    let result = try Program().run(
      """
      \(Self.led)
      export ALDIS_LEDS=$PWD/leds
      \(Self.aldis) send 'TTTTTTTT' --torch led:red --unit 10 2>/dev/null & sender=$!
      \(Self.untilLit)
      aldis send E --torch led:red; status=$?
      kill -TERM $sender
      wait $sender
      exit $status
      """, seconds: 20)
    #expect(result.status == 69)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.contains("led:red is in use by aldis (process "))
  }

  @Test("if an LED disappears during a message, only this is reported, and no error that follows from it")
  func vanishingLED() throws {
    let result = try Program().run(
      """
      \(Self.led)
      export ALDIS_LEDS=$PWD/leds
      \(Self.aldis) send 'EEE' --torch led:red --unit 2 & sender=$!
      \(Self.untilLit)
      rm -r leds/red
      wait $sender
      """, seconds: 20)
    #expect(result.status == 69)
    #expect(result.errorLines == ["aldis: led:red has gone; plug it in again"])
  }

  @Test("a signal ends the wait for a lamp that does not answer")
  func connecting() throws {
    // The queue has one place and is full, so the third connection is not answered (listen(2)).
    let result = try Program().run(
      """
      python3 - <<'END' & server=$!
      import select, socket, time
      server = socket.socket(); server.bind(("127.0.0.1", 0)); server.listen(0)
      guests = [socket.socket() for _ in range(4)]
      for guest in guests: guest.setblocking(False); guest.connect_ex(server.getsockname())
      select.select([server], [], [])
      open("port", "w").write(str(server.getsockname()[1]) + "\\n")
      time.sleep(60)
      END
      # Seconds after the signal it would end in any case, without giving anything back.
      echo 'unsigned alarm(unsigned seconds) { return 0; }' >patient.c; cc -shared -fPIC -o patient.so patient.c
      until grep -qs '[0-9]$' port; do sleep 0.02; done
      LD_PRELOAD=$PWD/patient.so \(Self.aldis) send E --torch light://127.0.0.1:$(cat port) & sender=$!
      # One of its sockets is in the state SYN_SENT, which is 2 (proc(5)).
      calls() {
        for socket in $(readlink /proc/$sender/fd/* | sed -n 's/socket:.\\(.*\\)./\\1/p'); do
          grep -q " 02 .* $socket " /proc/net/tcp && return
        done
        return 1
      }
      until calls; do sleep 0.02; done
      kill -INT $sender; wait $sender; status=$?
      kill $server; exit $status
      """, seconds: 60)
    #expect(result.status == 130)
    #expect(!result.errors.contains("cannot reach"), "\(result.errors)")
  }

  @Test("an opened file does not get the number of a closed standard stream")
  func closedStreams() throws {
    let result = try Program().run(
      """
      aldis send - --torch null <&-; echo $?
      \(Self.aldis) light serve --log --listen 127.0.0.1:0 >&- 2>messages & server=$!
      until grep -qs listening messages; do sleep 0.02; done
      printf '\\xff\\xff\\xff' >/dev/tcp/127.0.0.1/$(grep -o '[0-9]*$' messages)
      wait $server; echo $?
      tail -n 1 messages
      """, seconds: 20)
    #expect(
      result.output == """
        74
        74
        aldis: cannot switch the log: cannot write standard output: Bad file descriptor

        """)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.contains("standard input cannot be read"))
  }

  /// The program itself, so that `$!` is its process and not that of a shell around it.
  private static let aldis = Shell.quoted(Program.path)

  /// An LED as in sysfs, made of plain files.
  private static let led = """
    mkdir -p leds/red && cd leds/red
    echo 7 >brightness; echo 255 >max_brightness; echo 'none timer [heartbeat]' >trigger
    cd ../..
    """

  private static let untilLit = "until [ \"$(cat leds/red/brightness)\" = 255 ]; do sleep 0.02; done"
}
