import ConverterCore
import Testing

@testable import PaddleTextPlugin

/// Which files of the networks are taken.
@Suite struct InstalledFilesTests {
  @Test func theNewestIsTaken() {
    let names = [
      "PP-OCRv5_det_mobile.onnx", "PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx",
      "ch_ppocr_mobile_v2.0_cls_mobile.onnx", ".gitkeep",
    ]
    #expect(InstalledFiles.newest(names, "det") == "PP-OCRv6_det_small.onnx")
    #expect(InstalledFiles.newest(names, "rec") == "PP-OCRv6_rec_small.onnx")
    #expect(InstalledFiles.newest([], "rec") == nil)
  }

  @Test func aFolderWithoutNetworksIsNamed() {
    let error = #expect(throws: ConversionError.self) {
      try InstalledFiles(library: "/lib/none.so", folder: "/dev/null")
    }
    #expect(error?.code == .missingLibrary)
    #expect(error?.message.contains("/dev/null") == true)
    #expect(error?.message.contains("pip install onnxruntime rapidocr") == true)
  }
}
