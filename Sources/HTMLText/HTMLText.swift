public import ConverterCore

/// The readable text of a page, with its links.
public struct HTMLText: Sendable {
}
