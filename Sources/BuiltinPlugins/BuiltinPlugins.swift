// Made by scripts/plugins of the plugins in Package.swift.

import BMPPlugin
import CSVPlugin
import CameraRawPlugin
import ColourManagementPlugin
public import ConverterCore
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
import MarkdownPlugin
import NetpbmPlugin
import PDFPlugin
import PNGPlugin
import PaddleTextPlugin
import PageScanPlugin
import PhotoLookPlugin
import PropertyListPlugin
import QOIPlugin
import RecognizedTextPlugin
import SQLitePlugin
import SVGPlugin
import TIFFPlugin
import TNEFPlugin
import TOMLPlugin
import TableJSONPlugin
import TesseractPlugin
import TreeTablesPlugin
import WebPPlugin
import XLSXPlugin
import YAMLPlugin
import ZIPPlugin

/// Every plugin of the manifest, in the order in which they are registered.
public let builtinPlugins: [any ConverterPlugin.Type] = [
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
  PageScanPlugin.self,
  PhotoLookPlugin.self,
  TesseractPlugin.self,
  PaddleTextPlugin.self,
  RecognizedTextPlugin.self,
  PDFPlugin.self,
  MailPlugin.self,
  ColourManagementPlugin.self,
  MagicPlugin.self,
]
