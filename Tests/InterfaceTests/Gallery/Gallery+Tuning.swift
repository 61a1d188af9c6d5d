import Graphics
import Shaders

@testable import Interface

extension Gallery {
  /// States of shader tuning.
  static let tunings: [(name: String, tuning: Tuning)] = [
    ("plain", tuning { $0.controls = [] }),
    ("compared", compared),
    ("broken", broken),
    ("passes", passes),
    ("worse", worse),
  ]

  /// Three controls, and the cost of software rendering.
  private static func tuning(_ change: (inout Tuning) -> Void) -> Tuning {
    var tuning = Tuning(folder: "Shaders")
    var library = ShaderLibrary()
    library[.shade] = """
      uniform float gain;  // slider 0 4 = 1
      uniform float zebra;  // toggle = 0
      uniform vec3 tint;  // colour = 1 0.9 0.7
      """
    tuning.controls = library.controls(of: [.shade])
    tuning.values = ["gain": .number(2.25), "zebra": .number(1)]
    tuning.histogram = (0..<64).map { 400 / (1 + abs($0 - 20)) + ($0 == 63 ? 90 : 0) }
    tuning.clippedShare = 0.013
    tuning.cost = .init(isTimed: false, tiles: nil, picture: nil, twin: 0.42)
    tuning.exactness = .init(tiles: 1200, wrongTiles: 0, largest: 0)
    change(&tuning)
    return tuning
  }

  private static var compared: Tuning {
    tuning {
      $0.isComparing = true
      $0.divide = 0.4
      $0.reloads = 12
      $0.moment = .init(position: 86, count: 300, age: 7.13)
      $0.cost = .init(isTimed: true, tiles: 0.714, picture: 0.35, twin: 0.42)
      $0.score = .init(newest: 0.012, before: 0.034)
    }
  }

  private static var broken: Tuning {
    tuning {
      $0.faults = [
        .init(
          file: "preview.frag", line: 14, message: "`brightness' undeclared",
          source: "  gl_FragColor = vec4(colour.rgb * brightness, 1.0);"),
        .init(file: "preview.frag", line: 20, message: "syntax error, unexpected '}'", source: "}"),
      ]
    }
  }

  private static var passes: Tuning {
    tuning {
      $0.shown = "falseLuma"
      $0.score = .init(before: 0.034, progress: 0.37)
    }
  }

  /// Tiles that are not exact any more, and more errors than before.
  private static var worse: Tuning {
    tuning {
      $0.isComparing = true
      $0.exactness = .init(tiles: 1200, wrongTiles: 317, largest: 255)
      $0.score = .init(newest: 0.25, before: 0.034)
    }
  }
}
