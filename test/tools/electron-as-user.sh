#!/bin/sh
# Stands in for Electron under `npm run dev` as root: the app runs as the ordinary user, the builder does not.
unset ELECTRON_EXEC_PATH
here=$(dirname "$0")
exec node "$here/run.mjs" electron-env -- sh -c 'exec "$CLIPFERRY_ELECTRON" "$@"' electron "$@"
