public import ConverterCore
import PictureModel

/// Windows icons and cursors.
public enum ICOPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > public.image
        com.microsoft.ico | Windows icon | ico | image/vnd.microsoft.icon image/x-icon
        com.microsoft.cur | Windows cursor | cur | image/x-win-bitmap
        """)
    registry.add(IconProbe.self)
    try registry.add(ICOReader())
    try registry.add(ICOWriter())
  }

  public static let fixtures: [any FormatFixture] = [
    PictureFixture("icon.ico", "com.microsoft.ico", width: 48, height: 48, .rgba8)
  ]

  public static let fuzzTargets = [FuzzTarget("ico", "com.microsoft.ico")]
}
