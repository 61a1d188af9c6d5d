import Frames
import Luma
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

  /// A state with three controls and the cost of software rendering.
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
    tuning.histogram = LumaHistogram(harbourGrid).bins
    tuning.clippedShare = 0.013
    tuning.waveform = LumaWaveform(harbourGrid)
    tuning.cost = .init(isTimed: false, tiles: nil, picture: nil, reference: 0.42)
    tuning.exactness = .init(tiles: 1200, wrongTiles: 0, largest: 0)
    change(&tuning)
    return tuning
  }

  /// The tiles of ``harbour(_:)``, as a camera of 1280 x 720 would see it.
  private static var harbourGrid: LumaGrid {
    var grid = LumaGrid(width: 1280, height: 720)
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let (x, y) = (Double(column) / Double(grid.columns), Double(row) / Double(grid.rows))
        let sky = 45 + 50 * y / 0.65 + 6 * (x * 23).truncatingRemainder(dividingBy: 1)
        let isTower = (0.585...0.64).contains(x) && (0.46...0.7).contains(y)
        let isLamp = (0.595...0.63).contains(x) && (0.43..<0.46).contains(y)
        let luma = isLamp ? 250 : isTower ? 41 : y < 0.65 ? sky : 25 + 8 * x
        grid.tiles[row * grid.columns + column] = .init(sum: UInt16(luma) * 256, maximum: 255, clipped: 0)
      }
    }
    return grid
  }

  private static var compared: Tuning {
    tuning {
      $0.isComparing = true
      $0.divide = 0.4
      $0.reloads = 12
      $0.moment = .init(position: 86, count: 300, age: 7.13)
      $0.cost = .init(isTimed: true, tiles: 0.714, picture: 0.35, reference: 0.42)
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

  /// Inexact tiles, and more errors than before.
  private static var worse: Tuning {
    tuning {
      $0.isComparing = true
      $0.exactness = .init(tiles: 1200, wrongTiles: 317, largest: 255)
      $0.score = .init(newest: 0.25, before: 0.034)
    }
  }
}
