# The web view: start, memory, first load, small pictures and rows of a large table (web-times.py). WEB_LIBRARY names a library to
# be idle with, such as the one of 100,000 documents that library.sh makes.

FAIRY_WEB=1 "$here/scripts/swift" build --product fairy-web >log 2>&1 || { cat log >&2; return 1; }
FAIRY_CORPUS=$corpus python3 "$here/Benchmarks/web-times.py" ${WEB_LIBRARY:+"$WEB_LIBRARY"}
