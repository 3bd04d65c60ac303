import Broker
import ConverterCore
import Runner
import SystemPackage

extension ScannerAccess {
  /// The scanners that SANE knows.
  ///
  /// - Parameter interruption: ends those that are at work.
  static func connected(until interruption: Interruption) -> ScannerAccess {
    ScannerAccess(
      list: { () throws(ConversionError) in try Scanner.all(until: interruption).map(\.json) },
      scan: { (order, folder) throws(ConversionError) in
        let sheets = try Scanner.sheets(
          of: try order["device"]?.text(of: "device"),
          source: try order["source"]?.choice(of: "source"),
          resolution: try order["resolution"]?.count(of: "resolution"),
          mode: try order["mode"]?.choice(of: "mode"), to: folder, until: interruption,
          tell: { _ in })
        return (sheets.paths, sheets.failure)
      })
  }
}
