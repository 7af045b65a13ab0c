# The studio: each verb of the command line has a request, each format a view, and the tests of the page pass: who may ask,
# every view in both themes, and three walks (studio/web/tests).
if ! "$RELIQUARY" --version | grep studio >/dev/null; then
    skips "built without libmicrohttpd"
fi
web=$SOURCE_DIR/studio/web
[ -d "$web/node_modules" ] || skips "npm packages of the page are absent"
command -v chromium >/dev/null || skips "no chromium"
export RELIQUARY
node "$web/tests/security.mjs"
node "$web/tests/walk.mjs"
node "$web/tests/views.mjs"
