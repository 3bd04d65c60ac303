#include "CLittleCMS.h"
#include "CLazyLoading.h"

static fairy_lazy_library library = {"liblcms2.so.2"};

const char *fairy_lcms_open(void) { return fairy_lazy_open(&library); }

FAIRY_LAZY(library, cmsHPROFILE, cmsOpenProfileFromMem,
           (const void *bytes, cmsUInt32Number byteCount), (bytes, byteCount))
FAIRY_LAZY(library, cmsBool, cmsCloseProfile, (cmsHPROFILE profile), (profile))
FAIRY_LAZY(library, cmsHTRANSFORM, cmsCreateTransform,
           (cmsHPROFILE input, cmsUInt32Number inputFormat, cmsHPROFILE output,
            cmsUInt32Number outputFormat, cmsUInt32Number intent,
            cmsUInt32Number flags),
           (input, inputFormat, output, outputFormat, intent, flags))
FAIRY_LAZY(library, void, cmsDeleteTransform, (cmsHTRANSFORM transform),
           (transform))
FAIRY_LAZY(library, void, cmsDoTransform,
           (cmsHTRANSFORM transform, const void *input, void *output,
            cmsUInt32Number pixelCount),
           (transform, input, output, pixelCount))
