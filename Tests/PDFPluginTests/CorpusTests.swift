import ConverterCore
import PDFPlugin
import TestSupport
import Testing

@Suite struct PDFCorpusTests {}
