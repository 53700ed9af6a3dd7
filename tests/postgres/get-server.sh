#!/usr/bin/env bash
# Puts a PostgreSQL 17 with pgvector, and a database cluster to copy from, into a folder of its own: the packages of Debian 13
# unpacked beside whatever system runs this, so nothing of the machine changes. Needs root, apt and 300 MB; 30 s the first time.
#
#     tests/postgres/get-server.sh [FOLDER]      # default: $CLEW_POSTGRES_ROOT or /var/tmp/clew-postgres-17
set -euo pipefail
root=${1:-${CLEW_POSTGRES_ROOT:-/var/tmp/clew-postgres-17}}
[ -e "$root/ready" ] && exit 0
[ "$(id -u)" = 0 ] || { echo "get-server.sh: needs root, for chroot and mknod" >&2; exit 1; }

# An account of its own: the server refuses to run as root. No such user has to exist on this machine.
account=7117
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -1)
mkdir -p "$work"/state/lists/partial "$work"/cache/archives/partial
: > "$work/status"
keys=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb [signed-by=$keys] ${mirror:-http://deb.debian.org/debian} trixie main" > "$work/sources.list"
apt=(-qq -o "Dir::State=$work/state" -o "Dir::State::status=$work/status" -o "Dir::Cache=$work/cache"
  -o "Dir::Etc::SourceList=$work/sources.list" -o Dir::Etc::SourceParts=/dev/null
  -o APT::Install-Recommends=0 -o APT::Sandbox::User=root -o Acquire::Languages=none)
apt-get "${apt[@]}" update

# What only maintainer scripts, the wrapper in Perl and the just-in-time compiler need is left out.
left_out='^(perl|libperl|libjson-perl|libio-pty|libipc-run|libtext|libllvm|libz3|locales|libc-l10n|libgdbm|adduser|passwd|login|procps|ucf|debconf|postgresql-common|ssl-cert|openssl_|libdb5)'
apt-get "${apt[@]}" --print-uris -y install postgresql-17 postgresql-17-pgvector pgbouncer dash | awk '/^\x27/{print $2}' \
  | grep -Ev "$left_out" | sed 's/_.*//' > "$work/packages"
mkdir -p "$root"
(cd "$work" && xargs apt-get "${apt[@]}" download < packages)
for package in "$work"/*.deb; do dpkg-deb -x "$package" "$root"; done

for folder in bin sbin lib lib64; do
  mkdir -p "$root/usr/$folder"
  [ -e "$root/$folder" ] || ln -s "usr/$folder" "$root/$folder"
done
mkdir -p "$root"/{dev,tmp,clusters,etc}
[ -e "$root/dev/null" ] || mknod -m 666 "$root/dev/null" c 1 3
[ -e "$root/dev/zero" ] || mknod -m 666 "$root/dev/zero" c 1 5
[ -e "$root/dev/urandom" ] || mknod -m 666 "$root/dev/urandom" c 1 9
chmod 1777 "$root/tmp"
echo "postgres:x:$account:$account::/tmp:/bin/sh" > "$root/etc/passwd"
echo "postgres:x:$account:" > "$root/etc/group"
chown "$account:$account" "$root/clusters"
# Shared memory as files in the cluster, so that nothing has to be mounted.
chroot --userspec="$account:$account" "$root" /usr/lib/postgresql/17/bin/initdb -D /clusters/template -A trust -U postgres \
  --locale=C.UTF-8 --no-sync -c dynamic_shared_memory_type=mmap > "$work/initdb.log" || { cat "$work/initdb.log" >&2; exit 1; }
touch "$root/ready"
