import ArchiveModel
import BMPPlugin
import CSVPlugin
import CameraRawPlugin
import ColourManagementPlugin
import ConverterCore
import FixedWidthPlugin
import FolderPlugin
import GIFPlugin
import HEIFPlugin
import HTMLTablePlugin
import ICOPlugin
import JPEG2000Plugin
import JPEGPlugin
import JPEGXLPlugin
import JSONPlugin
import LibArchivePlugin
import MagicPlugin
import MailPlugin
import MailboxModel
import MarkdownPlugin
import NetpbmPlugin
import PDFPlugin
import PNGPlugin
import PaddleTextPlugin
import PageScanPlugin
import PagedDocumentModel
import PictureModel
import PropertyListPlugin
import QOIPlugin
import RecognizedTextPlugin
import SQLitePlugin
import SVGPlugin
import TIFFPlugin
import TNEFPlugin
import TOMLPlugin
import TableJSONPlugin
import TableModel
import TesseractPlugin
import TreeModel
import TreeTablesPlugin
import WebPPlugin
import XLSXPlugin
import YAMLPlugin
import ZIPPlugin

extension Registry {
  /// Every plugin that is part of the program. The order of transforms is the order of work.
  static func builtin() -> Registry {
    let plugins: [any ConverterPlugin.Type] = [
      JPEGPlugin.self,
      PNGPlugin.self,
      HEIFPlugin.self,
      JPEG2000Plugin.self,
      TIFFPlugin.self,
      JPEGXLPlugin.self,
      SVGPlugin.self,
      WebPPlugin.self,
      GIFPlugin.self,
      BMPPlugin.self,
      NetpbmPlugin.self,
      QOIPlugin.self,
      ICOPlugin.self,
      CameraRawPlugin.self,
      ZIPPlugin.self,
      LibArchivePlugin.self,
      TNEFPlugin.self,
      FolderPlugin.self,
      CSVPlugin.self,
      JSONPlugin.self,
      TableJSONPlugin.self,
      XLSXPlugin.self,
      SQLitePlugin.self,
      HTMLTablePlugin.self,
      MarkdownPlugin.self,
      FixedWidthPlugin.self,
      YAMLPlugin.self,
      TOMLPlugin.self,
      PropertyListPlugin.self,
      TreeTablesPlugin.self,
      // Before what is done to pictures that become pages.
      PageScanPlugin.self,
      // Before pages, which pictures can become, too: their words are what text is wanted of.
      TesseractPlugin.self,
      PaddleTextPlugin.self,
      RecognizedTextPlugin.self,
      PDFPlugin.self,
      MailPlugin.self,
      PictureTransforms.self,
      ColourManagementPlugin.self,
      PictureFinish.self,
      ArchiveViewing.self,
      TableViewing.self,
      TreeViewing.self,
      DocumentViewing.self,
      MailboxViewing.self,
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
