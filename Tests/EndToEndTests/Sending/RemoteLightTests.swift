import Shell
import Testing

/// Lamps over the network, between two of the built programs.
@Suite("Remote light")
struct RemoteLightTests {
  /// The program itself, so that `$!` is its process and not that of a shell around it.
  private static let aldis = Shell.quoted(Program.path)

  /// Starts a server with `options` on a port that the system chooses, `$port`.
  private static func serve(_ options: String) -> String {
    """
    \(aldis) light serve --listen 127.0.0.1:0 \(options) >log 2>messages & server=$!
    until grep -qs listening messages; do sleep 0.02; done
    port=$(sed -n 's/.*listening on .*://p' messages)
    """
  }

  /// The levels that the lamp showed, without the times.
  private static let shown = "cut -d, -f2- log"

  @Test("another program switches the lamp as a client, and the lamp is dark after this client leaves")
  func rawClient() throws {
    let result = try Program().run(
      """
      \(Self.serve("--log"))
      exec 3<>/dev/tcp/127.0.0.1/$port
      printf '\\x4d\\xff\\x00' >&3
      until [ "$(wc -l <log)" = 1 ]; do sleep 0.02; done
      exec 3>&-
      until [ "$(wc -l <log)" = 2 ]; do sleep 0.02; done
      kill $server; wait $server || exit
      \(Self.shown)
      """, seconds: 20)
    #expect(result.status == 0)
    #expect(result.output == "0.302,1,0\n0,0,0\n")
  }

  @Test("a log that is not read delays neither clients nor the server's end, and missing lines are reported")
  func unreadLog() throws {
    // At most 500 changes per second are received, and the pipe holds about 200 lines.
    let result = try Program().run(
      """
      python3 - \(Self.aldis) <<'END'
      import re, signal, socket, subprocess, sys, time
      server = subprocess.Popen(
        [sys.argv[1], "light", "serve", "--log", "--listen", "127.0.0.1:0"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, pipesize=4096)
      port = int(re.search(r":(\\d+)$", server.stderr.readline().strip())[1])
      def connect(): return socket.create_connection(("127.0.0.1", port), timeout=10)
      with connect() as client:
        for number in range(800):
          client.sendall(bytes([number % 2] * 3)); time.sleep(0.003)
      # The server closes a connection in its turn, which shows that it still hears.
      with connect() as client:
        client.sendall(bytes([255] * 3)); client.shutdown(socket.SHUT_WR)
        print(client.recv(1))
      began = time.monotonic()
      server.send_signal(signal.SIGINT)
      status = server.wait()
      print(status, time.monotonic() - began < 2.5)
      print(server.stderr.read(), end="", file=sys.stderr)
      END
      """, seconds: 60)
    #expect(result.output == "b''\n0 True\n")
    #expect(result.errors.contains("aldis: nobody read the log: "), "\(result.errors)")
  }

  @Test("one state is set and held, and the lamp is dark at the end")
  func set() throws {
    let result = try Program().run(
      """
      \(Self.serve("--log"))
      aldis light set 0.302 1 0 --hold 0.1 --torch light://127.0.0.1:$port || exit
      kill $server; wait $server || exit
      \(Self.shown)
      """, seconds: 20)
    #expect(result.status == 0)
    #expect(result.output == "0.302,1,0\n0,0,0\n")
  }

  @Test(
    "a server of another program receives one state as exactly three bytes",
    arguments: ["0.302 1 0", "0 0 0"])
  func threeBytes(_ levels: String) throws {
    let result = try Program().run(
      """
      python3 - <<'END' >received & server=$!
      import socket, sys
      server = socket.create_server(("127.0.0.1", 0))
      open("port", "w").write(str(server.getsockname()[1]) + "\\n")
      connection, _ = server.accept()
      while bytes := connection.recv(64): sys.stdout.write(bytes.hex())
      END
      until grep -qs '[0-9]$' port; do sleep 0.02; done
      aldis light set \(levels) --hold 0.1 --torch light://127.0.0.1:$(cat port) || exit
      wait $server; cat received
      """, seconds: 20)
    #expect(result.output == (levels == "0 0 0" ? "000000" : "4dff00"))
    #expect(result.status == 0)
  }

  @Test("the lamp is on during each mark of a message, and off during each space")
  func message() throws {
    let result = try Program().run(
      """
      \(Self.serve("--log"))
      aldis send SOS --unit 0.1 --torch light://127.0.0.1:$port || exit
      kill $server; wait $server || exit
      \(Self.shown)
      """, seconds: 60)
    #expect(result.output == String(repeating: "1,1,1\n0,0,0\n", count: 9))
    #expect(result.status == 0)
  }

  @Test("the LED is off when its sender is killed, and restored when its server ends")
  func killedSender() throws {
    let result = try Program().run(
      """
      mkdir -p leds/red
      echo 7 >leds/red/brightness; echo 255 >leds/red/max_brightness
      export ALDIS_LEDS=$PWD/leds
      \(Self.serve("--led red"))
      \(Self.aldis) send TTTT --unit 10 --torch light://127.0.0.1:$port & sender=$!
      until [ "$(cat leds/red/brightness)" = 255 ]; do sleep 0.02; done
      kill -KILL $sender
      until [ "$(cat leds/red/brightness)" = 0 ]; do sleep 0.02; done
      kill -TERM $server; wait $server; echo "$? $(cat leds/red/brightness)"
      """, seconds: 20)
    #expect(result.output == "0 7\n")
  }

  @Test("an LED that disappears ends its server")
  func vanishingLED() throws {
    let result = try Program().run(
      """
      mkdir -p leds/red
      echo 7 >leds/red/brightness; echo 255 >leds/red/max_brightness
      export ALDIS_LEDS=$PWD/leds
      \(Self.serve("--led red"))
      rm -r leds/red
      printf '\\xff\\xff\\xff' >/dev/tcp/127.0.0.1/$port
      wait $server; status=$?
      tail -n 1 messages; exit $status
      """, seconds: 20)
    #expect(result.output == "aldis: led:red has gone; plug it in again\n")
    #expect(result.status == 69)
  }

  @Test("a sender that sends nothing and does not leave loses control of the lamp")
  func stoppedSender() throws {
    let result = try Program().run(
      """
      \(Self.serve("--log --idle 1.5"))
      \(Self.aldis) send TTTT --unit 10 --torch light://127.0.0.1:$port & sender=$!
      until [ "$(wc -l <log)" = 1 ]; do sleep 0.02; done
      kill -STOP $sender
      until [ "$(wc -l <log)" = 2 ]; do sleep 0.02; done
      kill -KILL $sender $server
      \(Self.shown)
      """, seconds: 20)
    #expect(result.output == "1,1,1\n0,0,0\n")
  }

  @Test(
    "the first sender controls the lamp until it leaves; other senders are refused or wait"
  )
  func twoSenders() throws {
    let result = try Program().run(
      """
      \(Self.serve("--log"))
      \(Self.aldis) send TTTT --unit 10 --torch light://127.0.0.1:$port 2>/dev/null & first=$!
      until [ "$(wc -l <log)" = 1 ]; do sleep 0.02; done
      aldis send SOS --unit 5 --torch light://127.0.0.1:$port; echo $?
      aldis light set 0 1 0 --hold 0 --torch light://127.0.0.1:$port; echo $?
      \(Self.shown)
      \(Self.aldis) light set 1 0 0 --hold 60 --torch light://127.0.0.1:$port & second=$!
      kill -KILL $first
      until [ "$(tail -n 1 log | cut -d, -f2-)" = 1,0,0 ]; do sleep 0.02; done
      kill $second; wait $second
      until [ "$(tail -n 1 log | cut -d, -f2-)" = 0,0,0 ]; do sleep 0.02; done
      kill $server; wait $server
      """, seconds: 20)
    #expect(result.output == "69\n69\n1,1,1\n")
    let inUse = result.errorLines.filter { $0.contains(" is in use by 127.0.0.1; wait for its end") }
    #expect(inUse.count == 2, "\(result.errors)")
    #expect(result.status == 0)
  }

  @Test("a message whose server disappears is reported as incomplete")
  func vanishingServer() throws {
    let result = try Program().run(
      """
      \(Self.serve("--log"))
      \(Self.aldis) send EEEEEEEEEE --unit 0.1 --torch light://127.0.0.1:$port & sender=$!
      until [ "$(wc -l <log)" -ge 1 ]; do sleep 0.02; done
      kill -KILL $server
      wait $sender
      """, seconds: 20)
    #expect(result.status == 74)
    #expect(result.errorLines.contains { $0.contains("is away: ") }, "\(result.errors)")
    #expect(result.errors.contains("was not reached all the time"))
  }

  @Test("memory does not grow with the number of clients or with the data that they send")
  func memory() throws {
    let result = try Program().run(
      """
      \(Self.serve("--log"))
      clients() {
        for ((number = 0; number < $1; number++)); do exec 3<>/dev/tcp/127.0.0.1/$port; exec 3>&-; done
        lines=$(wc -l <log)
        head -c 3000000 /dev/urandom >/dev/tcp/127.0.0.1/$port
        until tail -n +$((lines + 1)) log | tail -n 1 | grep -q ',0,0,0$'; do sleep 0.02; done
      }
      memory() { sed -n 's/VmRSS:[^0-9]*\\([0-9]*\\) kB/\\1/p' /proc/$server/status; }
      clients 1000; before=$(memory)
      clients 9000; after=$(memory)
      aldis light set 1 0 0 --hold 0.1 --torch light://127.0.0.1:$port || exit
      kill $server; wait $server || exit
      tail -n 2 log | cut -d, -f2-
      echo "$before $after" >&2
      [ $((after - before)) -lt 4096 ] && echo flat
      """, seconds: 100)
    #expect(result.output == "1,0,0\n0,0,0\nflat\n", "\(result.errors)")
  }

  @Test("no keys are left if the disk is too full for all of them")
  func fullDisk() throws {
    // The limit of the file size is 0.
    let result = try Program().run(
      "(trap '' XFSZ; ulimit -f 0; \(Self.aldis) light keys keys 2>&1) | cat; echo ${PIPESTATUS[0]}; ls")
    let lines = result.output.split(separator: "\n")
    #expect(lines.first?.hasPrefix("aldis: cannot write keys to keys/server: File too large; ") == true)
    #expect(lines.dropFirst() == ["74", "stderr", "stdout"])
  }

  @Test("with keys, another program can switch the lamp, by TLS 1.3 only")
  func otherProgram() throws {
    let result = try Program().run(
      """
      aldis light keys keys 2>/dev/null || exit
      \(Self.serve("--log --idle 2 --keys keys/server"))
      cd keys/client
      speak() { (printf '\\x4d\\xff\\x00'; sleep 1) | openssl s_client -connect 127.0.0.1:$port -quiet "$@" >said 2>/dev/null; }
      speak -tls1_2 -CAfile authority.pem -cert certificate.pem -key key.pem
      speak -tls1_3 -CAfile authority.pem
      cat ../../log
      speak -tls1_3 -CAfile authority.pem -verify_return_error -cert certificate.pem -key key.pem; cat said
      cd ../..; kill $server; wait $server || exit
      \(Self.shown)
      """, seconds: 30)
    #expect(result.output == "aldis: welcome\n0.302,1,0\n0,0,0\n")
    #expect(result.status == 0)
  }

  /// One client has the lamp, and another one gets the answer that it must wait. Both leave before the answer is read. Then the
  /// server cannot write the answer, which once ended the server.
  private static let leavers = """
    import os, select, socket, ssl, struct, sys
    port, rounds, keys = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    if keys:
        context = ssl.create_default_context(cafile=keys[0] + "/authority.pem")
        context.load_cert_chain(keys[0] + "/certificate.pem", keys[0] + "/key.pem")
    def client():
        link = socket.create_connection(("127.0.0.1", port))
        # Reset at the end, or the system would remember each for a minute.
        link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        if keys: link = context.wrap_socket(link, server_hostname="127.0.0.1")
        link.sendall(bytes([1, 2, 3]))
        return link
    for number in range(rounds):
        first, second = client(), client()
        # The answer may be there, or still on its way.
        if number & 2: select.select([second], [], [], 0.05)
        for link in (first, second) if number % 2 else (second, first): link.close()
    """

  @Test(
    "two clients that repeatedly send and leave at once do not disturb the server",
    arguments: [true, false])
  func leavers(isProtected: Bool) throws {
    let rounds = Program.runsLongTests ? 10_000 : 100
    let program = Program()
    try Self.leavers.write(
      to: program.folder.url.appendingPathComponent("leavers.py"), atomically: true, encoding: .utf8)
    let result = try program.run(
      """
      \(isProtected ? "aldis light keys keys 2>/dev/null || exit" : "")
      \(Self.serve("--log --idle 2" + (isProtected ? " --keys keys/server" : "")))
      /usr/bin/python3 leavers.py $port \(rounds) \(isProtected ? "keys/client" : "") || exit
      kill -0 $server || exit
      kill $server; wait $server
      echo $?
      """, seconds: Program.runsLongTests ? 600 : 60)
    #expect(result.output == "0\n")
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test("clients that speak HTTP or TLS to a plain server are named on standard error, and switch nothing")
  func foreignProtocols() throws {
    let result = try Program().run(
      """
      \(Self.serve("--log"))
      /usr/bin/python3 - $port <<'END'
      import http.client, socket, ssl, sys
      address = ("127.0.0.1", int(sys.argv[1]))
      page = http.client.HTTPConnection(*address, timeout=10)
      page.request("POST", "/", b"\\x7f" * 300)
      try: page.getresponse()
      except (http.client.HTTPException, OSError) as error: print(isinstance(error, TimeoutError))
      try: ssl._create_unverified_context().wrap_socket(socket.create_connection(address, timeout=10))
      except OSError as error: print(isinstance(error, TimeoutError))
      END
      kill $server; wait $server || exit
      tail -n +2 messages; cat log
      """, seconds: 40)
    #expect(
      result.output == """
        False
        False
        aldis: sent away 127.0.0.1: it speaks HTTP, as a browser does, and sends no levels
        aldis: sent away 127.0.0.1: it speaks TLS, and this server does not; give it --keys

        """)
    #expect(result.status == 0)
  }

  @Test("on an address that other machines reach, only clients with the right keys change the lamp")
  func exposed() throws {
    let result = try Program().run(
      """
      aldis light keys keys 2>/dev/null && aldis light keys foreign 2>/dev/null || exit
      \(Self.serve("--log --listen 0.0.0.0:0 --keys keys/server"))
      aldis light set 1 1 1 --torch light://127.0.0.1:$port; echo $?
      aldis light set 1 1 1 --torch lights://127.0.0.1:$port --keys foreign/client; echo $?
      cp keys/client/authority.pem foreign/client/
      aldis light set 1 1 1 --torch lights://127.0.0.1:$port --keys foreign/client; echo $?
      aldis light set 1 0 0 --hold 0.1 --torch lights://127.0.0.1:$port --keys keys/client; echo $?
      aldis send E --unit 0.1 --torch lights://127.0.0.1:$port --keys keys/client; echo $?
      kill $server; wait $server || exit
      \(Self.shown)
      """, seconds: 30)
    #expect(result.output == "74\n69\n69\n0\n0\n1,0,0\n0,0,0\n1,1,1\n0,0,0\n", "\(result.errors)")
    #expect(result.errors.contains("it does not accept the certificate"))
    #expect(result.errors.contains("it is protected; reach it by lights://"))
  }

  @Test(
    "in a window, the brightness of each lamp is its level",
    .enabled(if: Program.hasDisplay, "needs a display: run the tests with xvfb-run, as `make test` does"))
  func window() throws {
    // The lamps have a display of their own, because windows of other tests could cover them.
    let script = """
      \(Self.serve("--window"))
      brightness() {
        ffmpeg -v error -f x11grab -draw_mouse 0 -video_size 480x480 -i "$DISPLAY" -frames:v 1 -vf crop=1:1:$1:240,format=gray \
          -f rawvideo - | od -An -tu1 | tr -d ' '
      }
      \(Self.aldis) light set 0.302 1 0.05 --hold 60 --torch light://127.0.0.1:$port & sender=$!
      until [ "$(brightness 240)" = 255 ]; do sleep 0.1; done
      echo $(brightness 80) $(brightness 240) $(brightness 400)
      kill $sender; wait $sender
      until [ "$(brightness 240)" = 0 ]; do sleep 0.1; done
      kill $server; wait $server
      """
    let result = try Program().run(
      "xvfb-run -a -s '-screen 0 480x480x24 -noreset' bash -c \(Shell.quoted(script))", seconds: 60)
    #expect(result.output == "77 255 13\n")
    #expect(result.status == 0)
  }
}
