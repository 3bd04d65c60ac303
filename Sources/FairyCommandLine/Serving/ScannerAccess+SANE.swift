import Broker
import ConverterCore
import Runner
import SystemPackage

extension ScannerAccess {
  /// The scanners that SANE knows.
  ///
  /// - Parameter interruption: ends the search for them.
  static func connected(until interruption: Interruption) -> ScannerAccess {
    ScannerAccess(
      list: { () throws(ConversionError) in try Scanner.all(until: interruption).map(\.json) },
      scan: { (order, folder, interruption) throws(ConversionError) in
        let sheets = try Scanner.sheets(
          of: try order["device"]?.text(of: "device"),
          source: try order["source"]?.choice(of: "source"),
          resolution: try order["resolution"]?.count(of: "resolution"),
          mode: try order["mode"]?.choice(of: "mode"), to: folder, until: interruption,
          tell: { _ in })
        let failure = sheets.failure(
          advising: interruption.isRaised
            ? "Delete what is not needed"
            : "Put the rest in and scan again: it follows what is there")
        return (sheets.paths, failure)
      })
  }
}
