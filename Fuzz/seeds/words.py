"""Recognised words: hOCR and ALTO."""
from . import seeds


@seeds("hocr")
def hocr():
    head = (b'<!DOCTYPE html><html><head><meta name="ocr-system" content="a"/></head><body>'
            b'<div class="ocr_page" title="bbox 0 0 600 800; ppageno 0; scan_res 100 100">'
            b'<div class="ocr_carea" title="bbox 5 4 15 6"><p class="ocr_par" lang="deu" dir="rtl" title="bbox 5 4 15 6">')
    yield "words", (head + b'<span class="ocr_line" title="bbox 50 40 220 61; baseline 0.012 -4">'
                    b'<span class="ocrx_word" title="bbox 50 40 150 60; x_wconf 96">a&lt;b</span> '
                    b'<span class="ocrx_word" title="bbox 160 42 220 61">c</span></span></p></div></div></body></html>')
    yield "lines", head + b"<span class='ocr_header' title='bbox 1 2 99 9'>two words</span><img class='ocr_photo'>"


@seeds("alto")
def alto():
    yield "new", (b'<?xml version="1.0" encoding="UTF-8"?><alto xmlns="http://www.loc.gov/standards/alto/ns-v4#">'
                  b'<Description><MeasurementUnit>pixel</MeasurementUnit></Description><Layout>'
                  b'<Page WIDTH="600" HEIGHT="800"><PrintSpace><ComposedBlock><TextBlock LANG="de">'
                  b'<TextLine HPOS="5" VPOS="4" WIDTH="17" HEIGHT="2" BASELINE="5,7 22,9">'
                  b'<String HPOS="5" VPOS="4" WIDTH="9" HEIGHT="2" WC="0.9" CONTENT="a"/><SP WIDTH="1"/>'
                  b'<String CONTENT="b"><ALTERNATIVE>c</ALTERNATIVE></String><HYP CONTENT="-"/></TextLine>'
                  b'</TextBlock></ComposedBlock><Illustration/></PrintSpace></Page></Layout></alto>')
    yield "old", (b'<alto><Description><MeasurementUnit>mm10</MeasurementUnit></Description><Layout><Page>'
                  b'<TextLine HPOS="1" VPOS="2" WIDTH="3" HEIGHT="4" BASELINE="5"><String CONTENT="x"/></TextLine>'
                  b'</Page></Layout></alto>')
