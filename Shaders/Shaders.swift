import Graphics

/// The shader files of Aldis, by name.
public enum ShaderName: String, CaseIterable, Sendable {
  /// `#version` and precision: the first file of every fragment shader.
  case precision = "precision.glsl"

  /// A quad over the whole target: one vertex for each corner.
  case wholeTarget = "tile.vert"
  /// The reduction of a frame to its grid.
  case tile = "tile.frag"
  /// The background of each pixel, and the largest background difference of each tile.
  case background = "background.frag"
  case backgroundDifference = "background-difference.frag"
  // The same for a scene that has moved, and the largest background around each pixel.
  case moved = "moved.glsl"
  case tileMoved = "tile-moved.frag"
  case backgroundMoved = "background-moved.frag"
  case backgroundDifferenceMoved = "background-difference-moved.frag"
  case widen = "widen.frag"

  // Conversion of texels to luma. One of these comes before the files above and in the preview.
  case lumaPlane = "luma-plane.glsl"
  case lumaYUYV = "luma-yuyv.glsl"
  case lumaUYVY = "luma-uyvy.glsl"
  case lumaRGB = "luma-rgb.glsl"
  case lumaBGR = "luma-bgr.glsl"

  // Conversion of luma and chroma to a colour: the arithmetic, and one file for each layout of chroma.
  case yCbCr = "ycbcr.glsl"
  case colourGrey = "colour-grey.glsl"
  case colourYUYV = "colour-yuyv.glsl"
  case colourUYVY = "colour-uyvy.glsl"
  case colourSemiplanar = "colour-semiplanar.glsl"
  case colourPlanar = "colour-planar.glsl"
  case colourRGB = "colour-rgb.glsl"
  case colourBGR = "colour-bgr.glsl"

  /// The colour of a pixel in the preview.
  case shade = "shade.glsl"
  // Sampling between pixels. A preview uses one of these.
  case sampleSmooth = "sample-smooth.glsl"
  case sampleSmoothRGB = "sample-smooth-rgb.glsl"
  case previewPlace = "preview.vert"
  case preview = "preview.frag"
  /// The output of the luma pass, as a picture.
  case targetView = "target-view.frag"

  /// Shapes, text and controls of the window, in pixels from its top left.
  case interface = "interface.vert"
  case interfaceShape = "interface-shape.frag"
  case interfaceText = "interface-text.frag"
  case interfaceControls = "interface-controls.frag"

  /// The file's bytes at the time of the build.
  fileprivate var embedded: [UInt8] {
    switch self {
    case .precision: PackageResources.precision_glsl
    case .wholeTarget: PackageResources.tile_vert
    case .tile: PackageResources.tile_frag
    case .background: PackageResources.background_frag
    case .backgroundDifference: PackageResources.background_difference_frag
    case .moved: PackageResources.moved_glsl
    case .tileMoved: PackageResources.tile_moved_frag
    case .backgroundMoved: PackageResources.background_moved_frag
    case .backgroundDifferenceMoved: PackageResources.background_difference_moved_frag
    case .widen: PackageResources.widen_frag
    case .lumaPlane: PackageResources.luma_plane_glsl
    case .lumaYUYV: PackageResources.luma_yuyv_glsl
    case .lumaUYVY: PackageResources.luma_uyvy_glsl
    case .lumaRGB: PackageResources.luma_rgb_glsl
    case .lumaBGR: PackageResources.luma_bgr_glsl
    case .yCbCr: PackageResources.ycbcr_glsl
    case .colourGrey: PackageResources.colour_grey_glsl
    case .colourYUYV: PackageResources.colour_yuyv_glsl
    case .colourUYVY: PackageResources.colour_uyvy_glsl
    case .colourSemiplanar: PackageResources.colour_semiplanar_glsl
    case .colourPlanar: PackageResources.colour_planar_glsl
    case .colourRGB: PackageResources.colour_rgb_glsl
    case .colourBGR: PackageResources.colour_bgr_glsl
    case .shade: PackageResources.shade_glsl
    case .sampleSmooth: PackageResources.sample_smooth_glsl
    case .sampleSmoothRGB: PackageResources.sample_smooth_rgb_glsl
    case .previewPlace: PackageResources.preview_vert
    case .preview: PackageResources.preview_frag
    case .targetView: PackageResources.target_view_frag
    case .interface: PackageResources.interface_vert
    case .interfaceShape: PackageResources.interface_shape_frag
    case .interfaceText: PackageResources.interface_text_frag
    case .interfaceControls: PackageResources.interface_controls_frag
    }
  }
}

/// The texts of all shaders, from the program itself or, during tuning, from a folder.
public struct ShaderLibrary: Sendable, Equatable {
  private var texts: [ShaderName: String]

  /// The shaders that the program was built with. The program needs no files to run.
  public init() {
    texts = Dictionary(
      uniqueKeysWithValues: ShaderName.allCases.map { ($0, String(decoding: $0.embedded, as: UTF8.self)) })
  }

  /// The shaders in the folder at `directory`, as they are now. Missing files are replaced by the program's own.
  ///
  /// - Throws: The first file that exists and cannot be read.
  public init(directory: String) throws(ShaderFileError) {
    self.init()
    for name in ShaderName.allCases {
      if let text = try ShaderText.read(Self.path(of: name, in: directory)) { texts[name] = text }
    }
  }

  public static func path(of name: ShaderName, in directory: String) -> String {
    directory.hasSuffix("/") ? directory + name.rawValue : "\(directory)/\(name.rawValue)"
  }

  /// The text of one file.
  public subscript(name: ShaderName) -> String {
    get { texts[name] ?? "" }
    set { texts[name] = newValue }
  }

  /// One shader, composed of files in this order.
  public func source(_ names: [ShaderName]) -> ShaderSource {
    ShaderSource(files: names.map { ShaderFile(name: $0.rawValue, text: self[$0]) })
  }
}
