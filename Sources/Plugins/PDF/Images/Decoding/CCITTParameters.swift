/// How a CCITTFaxDecode stream is coded (ISO 32000-1, table 11).
package struct CCITTParameters: Sendable, Equatable {
  /// Below 0: Group 4; 0: Group 3 in one dimension; above: in both.
  package var k = 0
  package var columns = 1728
  /// 0 where the stream does not say.
  package var rows = 0
  package var blackIs1 = false
  package var isByteAligned = false
  package var hasEndOfLine = false
  package var hasEndOfBlock = true
  package var damagedRowsBeforeError = 0

  package init() {}
}
