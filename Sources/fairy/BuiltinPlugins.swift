import ArchiveModel
import CSVPlugin
import ColourManagementPlugin
import ConverterCore
import FolderPlugin
import HEIFPlugin
import JPEGPlugin
import LibArchivePlugin
import MagicPlugin
import PNGPlugin
import PictureModel
import TableJSONPlugin
import TableModel
import ZIPPlugin

extension Registry {
  /// Every plugin that is part of the program. The order of transforms is the order of work.
  static func builtin() -> Registry {
    let plugins: [any ConverterPlugin.Type] = [
      JPEGPlugin.self,
      PNGPlugin.self,
      HEIFPlugin.self,
      ZIPPlugin.self,
      LibArchivePlugin.self,
      FolderPlugin.self,
      CSVPlugin.self,
      TableJSONPlugin.self,
      PictureTransforms.self,
      ColourManagementPlugin.self,
      PictureFinish.self,
      ArchiveViewing.self,
      TableViewing.self,
      MagicPlugin.self,
    ]
    var registry = Registry()
    do throws(Registry.Conflict) {
      for plugin in plugins { try plugin.register(in: &registry) }
    } catch {
      preconditionFailure("the built-in plugins contradict each other: \(error)")
    }
    return registry
  }
}
