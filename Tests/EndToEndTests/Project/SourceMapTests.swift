import Testing

/// The map of the source code in docs/how-it-works.md.
@Suite("Source map")
struct SourceMapTests {
  private static func map() throws -> String { try DocumentedPage("docs/how-it-works.md").text }

  @Test("the map lists every module and its imports")
  func imports() throws {
    let modules = try SourceMap.modules()
    let table = SourceMap.table(in: try Self.map())
    #expect(table.map(\.module).sorted() == modules.sorted())
    for row in table {
      let imports = try SourceMap.imports(of: row.module).intersection(modules)
      #expect(row.imports == imports, "\(row.module) imports \(imports.sorted())")
    }
  }

  @Test("a module imports only modules above it in the map")
  func order() throws {
    var above: Set<String> = []
    for row in SourceMap.table(in: try Self.map()) {
      #expect(row.imports.isSubset(of: above), "\(row.module)")
      above.insert(row.module)
    }
  }

  @Test("folders of a module do not depend on each other in a cycle", arguments: ["Application", "Light"])
  func folders(_ module: String) throws {
    let dependencies = try SourceMap.folderDependencies(of: module)
    #expect(!dependencies.isEmpty)
    #expect(SourceMap.cycle(in: dependencies) == nil)
  }

  @Test("a cycle is found, and a graph without one has none")
  func cycles() {
    #expect(SourceMap.cycle(in: ["a": ["b", "d"], "b": ["c"], "c": ["b"]]) == ["b", "c", "b"])
    #expect(SourceMap.cycle(in: ["a": ["b", "c"], "b": ["d"], "c": ["d"]]) == nil)
  }

  @Test("the tests that the map names exist")
  func tests() throws {
    let map = try Self.map()
    #expect(map.contains("`LumaTests/"))
    #expect(try SourceMap.missingTests(in: map) == [])
    #expect(try SourceMap.missingTests(in: "`LumaTests/SteadyStateTests/missing`").count == 1)
  }
}
