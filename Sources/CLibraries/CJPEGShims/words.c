#include "errors.h"

#include <jerror.h>

// libjpeg numbers its messages, and words them for programmers.
const char *fairy_jpeg_words(int code) {
  switch (code) {
  case JERR_SOF_UNSUPPORTED:
  case JERR_NOT_COMPILED:
  case JERR_NOTIMPL:
    return "it is coded in a way of JPEG that libjpeg does not know, such as lossless JPEG";
  case JERR_ARITH_NOTIMPL:
    return "it uses arithmetic coding, which libjpeg was built without";
  case JERR_BAD_PRECISION:
    return "its samples have more than 8 bits";
  case JERR_CONVERSION_NOTIMPL:
  case JERR_COMPONENT_COUNT:
    return "it has more or fewer colour channels than its kind of colours has";
  case JERR_FRACT_SAMPLE_NOTIMPL:
  case JERR_CCIR601_NOTIMPL:
  case JERR_BAD_SAMPLING:
    return "its channels are sampled in a ratio that libjpeg does not decode";
  case JERR_IMAGE_TOO_BIG:
  case JERR_WIDTH_OVERFLOW:
    return "it has more than 65500 pixels a side";
  case JERR_EMPTY_IMAGE:
    return "it says that it has no pixels";
  case JERR_NO_SOI:
    return "it does not begin as a JPEG picture does";
  case JERR_SOI_DUPLICATE:
  case JERR_SOF_DUPLICATE:
  case JERR_SOF_NO_SOS:
  case JERR_SOS_NO_SOF:
    return "its parts are missing, doubled or in the wrong order";
  case JERR_NO_IMAGE:
  case JERR_INPUT_EMPTY:
  case JERR_INPUT_EOF:
  case JWRN_JPEG_EOF:
  case JWRN_HIT_MARKER:
    return "a part of its picture data is missing";
  case JERR_NO_QUANT_TABLE:
  case JERR_DQT_INDEX:
    return "a table of steps for its coefficients is missing or wrong";
  case JERR_NO_HUFF_TABLE:
  case JERR_NO_ARITH_TABLE:
  case JERR_BAD_HUFF_TABLE:
  case JERR_DHT_INDEX:
  case JERR_DAC_INDEX:
  case JERR_DAC_VALUE:
  case JERR_BAD_DCTSIZE:
    return "a table of codes that its picture data need is missing or wrong";
  case JERR_BAD_LENGTH:
  case JERR_UNKNOWN_MARKER:
  case JERR_BAD_COMPONENT_ID:
    return "the header of one of its parts is wrong";
  case JERR_BAD_PROGRESSION:
  case JERR_BAD_PROG_SCRIPT:
  case JWRN_BOGUS_PROGRESSION:
  case JWRN_NOT_SEQUENTIAL:
    return "its scans do not follow each other as they must";
  case JWRN_EXTRANEOUS_DATA:
    return "there are bytes between its parts that belong to none";
  case JWRN_HUFF_BAD_CODE:
  case JWRN_ARITH_BAD_CODE:
  case JWRN_MUST_RESYNC:
    return "its picture data hold codes that none of its tables has";
  case JWRN_ADOBE_XFORM:
    return "its Adobe marker names a kind of colours that is not defined";
  default:
    return "it breaks the rules of JPEG";
  }
}
