import Foundation
import Shell
import Testing

/// The libraries AldisMorse and AldisLight, as other packages use them.
@Suite("Libraries")
struct LibraryTests {
  private static let root = Shell.quoted(Program.root.path)
  private static let module = Program.root.appendingPathComponent(
    ".build/release/Modules/AldisMorse.swiftmodule")

  @Test(
    "every declaration is documented, and DocC has no warning",
    .enabled(if: FileManager.default.fileExists(atPath: module.path), "needs a build in .build"))
  func documentation() throws {
    let result = try Program().run("\(Self.root)/Scripts/docs $PWD && ls */documentation", seconds: 300)
    #expect(result.errors == "")
    #expect(result.status == 0)
    #expect(
      result.output == "AldisLight/documentation:\naldislight\n\nAldisMorse/documentation:\naldismorse\n")
  }

  @Test(
    "a package of its own builds with AldisMorse, and needs no other package and no C library",
    .enabled(if: Program.runsLongTests, "takes minutes"), .serialized, arguments: ["path", "version"])
  func consumer(_ way: String) throws {
    let program = Program()
    let byPath = #".package(path: "../Aldis")"#
    let byVersion = #".package(url: "file://\#(program.folder.url.path)/Aldis.git", from: "1.0.0")"#
    let article = try DocumentedPage("Sources/AldisMorse/AldisMorse.docc/Examples.md").text
    let manifest = try #require(article.firstMatch(of: #/```swift\n(// swift-tools-version(?s).*?)```/#)).1
    #expect(manifest.contains(byPath))
    let result = try program.run(
      """
      unset ALDIS_TARGETS
      export PKG_CONFIG_LIBDIR=/nonexistent PKG_CONFIG_PATH=
      export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_{AUTHOR,COMMITTER}_{NAME,EMAIL}=a
      mkdir -p Aldis Example/Sources/Example
      (cd \(Self.root) && tar cf - Package.swift Sources Shaders Tests) | tar xf - -C Aldis || exit
      (cd Aldis && git init -q && git add -A && git commit -qm a && git tag 1.0.0) || exit
      git clone -q --bare Aldis Aldis.git
      cp Aldis/Tests/AldisMorseTests/Examples/{BrightnessTable,LampTimes}.swift Example/Sources/Example
      cd Example
      cat >Package.swift <<'END'
      \(manifest.replacing(byPath, with: way == "path" ? byPath : byVersion))
      END
      cat >Sources/Example/main.swift <<'END'
      let times = try lampTimes(for: "SOS")
      let rows = (0..<360).map { frame in
        let seconds = Double(frame) / 30 - 2
        return "\\(seconds),\\(times.last { $0.seconds <= seconds }?.isOn ?? false ? 130 : 100 + frame % 2)"
      }
      print(text(ofTable: rows.joined(separator: "\\n")))
      END
      begin=$SECONDS
      swift build >log 2>&1 || { cat log; exit 1; }
      echo "built in $((SECONDS - begin)) s" >&2
      grep warning: log
      .build/debug/Example
      readelf -d .build/debug/Example | grep NEEDED | grep -vE '\\[(libswift|libFoundation|lib(dispatch|BlocksRuntime|c|m)\\.|ld-)'
      ls .build/checkouts 2>/dev/null; true
      """, seconds: 600)
    print("by \(way):", result.errors, terminator: "")
    // The text, libraries other than those of Swift and C, and the packages that were fetched.
    #expect(result.output == (way == "path" ? "SOS \n" : "SOS \nAldis\n"))
  }
}
