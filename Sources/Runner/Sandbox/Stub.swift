public import ConverterCore
public struct Sandbox: Sendable {
  public enum Policy: String, CaseIterable, Sendable { case require, auto, off }
  public init(resources: ResourceLimits? = nil) {}
  public func enter(_ policy: Policy) throws(ConversionError) -> [String] { [] }
  static func note(ofMissing: [String]) -> String { "" }
}
public struct ResourceLimits: Sendable {
  static let worker = ResourceLimits()
  func arm(for limits: Limits) {}
}
