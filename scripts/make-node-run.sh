#!/bin/sh
# After npm ci, when the Node that the project brings does not run: it needs libatomic, which a bare Debian lacks.
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq && apt-get install -y -qq --no-install-recommends libatomic1
fi
node --version >/dev/null && exit 0
echo 'The Node that this project brings does not run on this machine. On Debian and Ubuntu it needs libatomic1:' >&2
echo '  apt-get install libatomic1' >&2
exit 1
