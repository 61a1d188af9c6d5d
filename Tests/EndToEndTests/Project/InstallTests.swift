import Foundation
import Shell
import Testing

@testable import aldis

/// The files that `make install` installs and `make uninstall` removes.
@Suite("Installing")
struct InstallTests {
  private static let root = Shell.quoted(Program.root.path)
  private static func isThere(_ tool: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(tool)")
  }

  /// Runs `script` after the program was installed below the folder `to`, as for a package.
  private func run(prefix: String = "/usr", _ script: String) throws -> Program.Result {
    try Program().run(
      """
      export DESTDIR=$PWD/to PREFIX=\(prefix)
      files() { \(Self.root)/Scripts/install-files "$@"; }
      files \(Shell.quoted(Program.path)) && cd to\(prefix) || exit
      \(script)
      """)
  }

  @Test("program, manual, completions, menu entry, icons and services are installed, and only they")
  func files() throws {
    let result = try run("find . -type f | sort")
    #expect(result.errors == "")
    #expect(
      result.output == """
        ./bin/aldis
        ./lib/systemd/system/aldis-headless.service
        ./lib/systemd/system/aldis-kiosk.service
        ./lib/sysusers.d/aldis.conf
        ./share/applications/aldis.desktop
        ./share/bash-completion/completions/aldis
        ./share/fish/vendor_completions.d/aldis.fish
        ./share/icons/hicolor/128x128/apps/aldis.png
        ./share/icons/hicolor/16x16/apps/aldis.png
        ./share/icons/hicolor/24x24/apps/aldis.png
        ./share/icons/hicolor/256x256/apps/aldis.png
        ./share/icons/hicolor/32x32/apps/aldis.png
        ./share/icons/hicolor/48x48/apps/aldis.png
        ./share/icons/hicolor/64x64/apps/aldis.png
        ./share/icons/hicolor/scalable/apps/aldis.svg
        ./share/man/man1/aldis.1
        ./share/metainfo/org.aldis.Aldis.metainfo.xml
        ./share/mime/packages/aldis.xml
        ./share/zsh/site-functions/_aldis

        """)
  }

  @Test("uninstalling leaves the files of other programs, and says how many it removed")
  func remove() throws {
    let result = try run("touch bin/other; files --remove; find . -type f; files --remove")
    #expect(
      result.errors.firstMatch(of: /^Removed 19 files below .*\nNothing of Aldis is installed below/) != nil)
    #expect(result.output == "./bin/other\n")
  }

  @Test(
    "services start the program from the folder where it was installed", arguments: ["/usr", "/opt/aldis"])
  func services(_ prefix: String) throws {
    let result = try run(prefix: prefix, "grep -ho '[^ =]*/bin/aldis monitor' lib/systemd/system/*")
    #expect(result.output == "\(prefix)/bin/aldis monitor\n\(prefix)/bin/aldis monitor\n")
  }

  @Test("a prefix that is not an absolute path is refused")
  func prefix() throws {
    let result = try Program().run("PREFIX=usr \(Self.root)/Scripts/install-files x")
    #expect(result.status == 64)
    #expect(result.errors == "PREFIX must begin with a slash: usr\n")
  }

  @Test("the Tab key completes commands and files")
  func completion() throws {
    let result = try run(
      """
      . share/bash-completion/completions/aldis
      touch clip.mp4
      complete_after() {
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE=$*; COMP_POINT=${#COMP_LINE}; COMPREPLY=()
        _aldis aldis "${@: -1}" "${@: -2:1}"
        echo "${COMPREPLY[@]}"
      }
      complete_after aldis doc
      complete_after aldis decode cl
      complete -p aldis | grep -o -- '-o default'
      """)
    #expect(result.errors == "")
    #expect(result.output == "doctor\nclip.mp4\n-o default\n")
  }

  @Test(
    "the menu entry is valid, and opens recordings",
    .enabled(if: isThere("desktop-file-validate"), "needs desktop-file-utils"))
  func desktopEntry() throws {
    let result = try run(
      "desktop-file-validate share/applications/aldis.desktop && cat share/applications/aldis.desktop")
    #expect(result.status == 0, "\(result.output)")
    let lines = result.output.split(separator: "\n")
    #expect(lines.contains("Exec=aldis %F"))
    #expect(lines.contains("Icon=aldis"))
    #expect(
      lines.contains { $0.hasPrefix("MimeType=application/x-aldis-grid;") && $0.contains(";video/mp4;") })
  }

  @Test(
    "recordings of Aldis are recognized by their content and their names",
    .enabled(if: isThere("update-mime-database"), "needs shared-mime-info"))
  func types() throws {
    let result = try run(
      """
      update-mime-database share/mime
      sort share/mime/globs2; aldis simulate E --size 64x64 --output a.y4m; aldis a.y4m --headless --record a.grid >/dev/null
      head -c 10 a.y4m; echo; head -c 8 a.grid | od -An -c; od -An -c share/mime/magic | tr -d ' \\n'
      """)
    #expect(result.output.contains("50:application/x-aldis-grid:*.grid\n50:video/x-yuv4mpeg:*.y4m\n"))
    #expect(result.output.contains("\nYUV4MPEG2 \n"))
    #expect(result.output.contains(" 211   G   R   I   D  \\r  \\n 032\n"))
    #expect(result.output.contains("211GRID\\r\\n032"))
  }

  @Test(
    "software centres can read the description",
    .enabled(if: isThere("appstreamcli"), "needs appstream"))
  func metainfo() throws {
    let result = try run("appstreamcli validate --no-net share/metainfo/org.aldis.Aldis.metainfo.xml")
    #expect(result.status == 0, "\(result.output)")
  }

  @Test("all files that name the version name the same version")
  func version() throws {
    let version = Aldis.configuration.version
    func text(_ file: String) throws -> String {
      try String(contentsOf: Program.root.appendingPathComponent(file), encoding: .utf8)
    }
    #expect(try text("Resources/org.aldis.Aldis.metainfo.xml").contains("<release version=\"\(version)\""))
    #expect(try text("Resources/debian/changelog").hasPrefix("aldis (\(version)) "))
    #expect(try text("docs/install.md").contains("aldis_\(version)_amd64.deb"))
  }

  @Test("the manual describes every command")
  func manual() throws {
    let manual = try String(
      contentsOf: Program.root.appendingPathComponent("Resources/aldis.1"), encoding: .utf8)
    for command in Aldis.configuration.subcommands.compactMap({ $0.configuration.commandName }) {
      #expect(manual.contains(".It Cm \(command)\n"), "\(command)")
    }
  }

  @Test("the error of a linker that fails before it lists its reasons is shown")
  func failingLinker() throws {
    let result = try Program().run(
      #"""
      mkdir bin
      echo '#!/bin/sh' | tee bin/swift bin/swiftc > bin/pkg-config
      chmod +x bin/*
      echo "echo '{\"targets\": []}'" >> bin/swift
      cat >> bin/swiftc <<'END'
      case $* in
      *-print-target-info*) echo '{"paths": {"runtimeResourcePath": "/"}}' ;;
      *) echo "ld.lld: error: unable to find library -lx" >&2; exit 1 ;;
      esac
      END
      PATH=$PWD/bin:$PATH \#(Self.root)/Scripts/link-standalone $PWD/aldis
      """#)
    #expect(result.status == 1)
    #expect(result.errors == "ld.lld: error: unable to find library -lx\n\n")
  }

  private static let objects = Program.root.appendingPathComponent(
    ".build/release/aldis.product/Objects.LinkFileList")

  @Test(
    "the installed program needs no library of Swift, is smaller than 40 MB, and works",
    .enabled(if: FileManager.default.fileExists(atPath: objects.path), "needs a build in .build"))
  func standalone() throws {
    let result = try Program().run(
      """
      \(Self.root)/Scripts/link-standalone $PWD/aldis || exit
      ldd ./aldis | grep -ciE 'lib(swift|_?foundation|dispatch)'; stat -c %s aldis
      ./aldis simulate 'ＳＯＳ Ä' --output - --size 160x120 | ./aldis decode -
      """)
    #expect(result.errors == "")
    let lines = result.output.split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[0] == "0")
    #expect(try #require(Int(lines[1])) < 40_000_000)
    #expect(lines[2] == "SOS Ä")
  }
}
