import ArchiveViewer
import BuiltinPlugins
import ConverterCore
import DocumentViewer
import MailViewer
import MailboxModel
import PagedDocumentModel
import PictureModel
import PictureViewer
import TableModel
import TableViewer
import TreeViewer

extension Registry {
  /// What models bring: their options, and what is done to them.
  private static let models: [any ConverterPlugin.Type] = [
    PictureTransforms.self, TableTransforms.self, PageTransforms.self, MailboxOptions.self,
  ]

  private static let viewers: [any ConverterPlugin.Type] = [
    PictureViewing.self, ArchiveViewing.self, TableViewing.self, TreeViewing.self,
    DocumentViewing.self, MailboxViewing.self,
  ]

  /// The groups of options of all plugins, in the order of help; without a registry, which takes a millisecond.
  static var builtinOptionGroups: [any ConversionOptionGroup.Type] {
    allPlugins.flatMap { $0.optionGroups }.sorted(by: OptionGroups.precedes)
  }

  private static var allPlugins: [any ConverterPlugin.Type] { builtinPlugins + models + viewers }

  /// Every plugin that is part of the program; registered once, as that takes a millisecond.
  static func builtin() -> Registry { registered }

  private static let registered: Registry = {
    var registry = Registry()
    do throws(Registry.Conflict) {
      for plugin in allPlugins { try plugin.register(in: &registry) }
    } catch {
      preconditionFailure("the built-in plugins contradict each other: \(error)")
    }
    return registry
  }()
}

extension ContentTypeCatalog {
  /// The types of the core and of every plugin.
  static var builtin: ContentTypeCatalog { Registry.builtin().catalog }
}
