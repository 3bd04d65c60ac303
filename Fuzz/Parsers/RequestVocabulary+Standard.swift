import BuiltinPlugins
import ConverterCore
import MailboxModel
import PictureModel
import TableModel

extension RequestVocabulary {
  /// All types and options of requests.
  static let standard: RequestVocabulary = {
    var registry = Registry()
    do throws(Registry.Conflict) {
      for plugin in builtinPlugins { try plugin.register(in: &registry) }
      try PictureTransforms.register(in: &registry)
      try TableTransforms.register(in: &registry)
      try MailboxOptions.register(in: &registry)
    } catch {
      preconditionFailure("the models contradict each other: \(error)")
    }
    return RequestVocabulary(registry)
  }()
}
