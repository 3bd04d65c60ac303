# The web view: start, memory, first load, small pictures and rows of a large table (web-times.py), pages in Chromium (web-pages.py),
# and photos of the triage (web-triage.py); start, memory and first load beside Datasette. WEB_LIBRARY names a library to be idle
# with, such as the one of 100,000 documents that library.sh makes.

FAIRY_WEB=1 "$here/scripts/swift" build --product fairy-web >log 2>&1 || { cat log >&2; return 1; }
python3 -m venv peers >log 2>&1 && peers/bin/pip -q install datasette >log 2>&1 && export DATASETTE=$work/peers/bin/datasette || cat log >&2
export FAIRY_CORPUS=$corpus
python3 "$here/Benchmarks/web-times.py" ${WEB_LIBRARY:+"$WEB_LIBRARY"}
# Makes the environment that has the browser's driver.
"$here/Tests/Web/run" test_safety.Options >log 2>&1 || cat log >&2
for script in web-pages.py web-triage.py; do "$here/.build/web-tests/bin/python" "$here/Benchmarks/$script"; done
