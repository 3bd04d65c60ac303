import BuiltinPlugins
public import ConverterCore

extension Registry {
  /// Every plugin of the manifest.
  public static let plugins: Registry = {
    var registry = Registry()
    do throws(Registry.Conflict) {
      for plugin in builtinPlugins { try plugin.register(in: &registry) }
    } catch {
      preconditionFailure("the plugins contradict each other: \(error)")
    }
    return registry
  }()
}

extension ContentTypeCatalog {
  /// The types of the core and of every plugin.
  public static var complete: ContentTypeCatalog { Registry.plugins.catalog }
}

extension Detector {
  /// Knows the types of every plugin, by their bytes and by nothing else that plugins bring.
  public static let complete = Detector(
    catalog: .complete, marks: Registry.plugins.marks)
}
