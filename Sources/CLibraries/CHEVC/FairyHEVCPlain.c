// The decoder for any processor.

#include "FairyHEVCCore.h"

fairy_hevc_status fairy_hevc_decode_picture_plain(picture_decoder *decoder, const fairy_hevc_plane planes[3]) {
  return decode_picture(decoder, planes);
}
