import ArchiveModel
import BuiltinPlugins
import ConverterCore
import MailboxModel
import PagedDocumentModel
import PictureModel
import TableModel
import TreeModel

extension Registry {
  /// What models bring: what is done to them, and how they are shown.
  private static let models: [any ConverterPlugin.Type] = [
    PictureTransforms.self, ArchiveViewing.self, TableViewing.self, TreeViewing.self,
    DocumentViewing.self, MailboxViewing.self,
  ]

  /// Every plugin that is part of the program.
  static func builtin() -> Registry {
    var registry = Registry()
    do throws(Registry.Conflict) {
      for plugin in builtinPlugins + models { try plugin.register(in: &registry) }
    } catch {
      preconditionFailure("the built-in plugins contradict each other: \(error)")
    }
    return registry
  }
}

extension ContentTypeCatalog {
  /// The types of the core and of every plugin.
  static let builtin = Registry.builtin().catalog
}
