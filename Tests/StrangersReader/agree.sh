#!/usr/bin/env bash
# Compares read_store.py with 'storectl dump' on stores in many states, and on damaged ones.
# usage: agree.sh STORECTL CATALOG [CONTROL-FILE]
#
# STORECTL and CATALOG are the built programs. The control file is one to import besides the sample: the package
# database of this machine if none is named, and nothing where there is none.
set -euo pipefail

storectl=${1:?'usage: agree.sh STORECTL CATALOG [CONTROL-FILE]'}
catalog=${2:?'usage: agree.sh STORECTL CATALOG [CONTROL-FILE]'}
control=${3:-/var/lib/dpkg/status}
here=$(cd "$(dirname "$0")" && pwd)
export PYTHONDONTWRITEBYTECODE=1
RANDOM=1 # the same bytes are damaged each time

work=$(mktemp -d)
writer=
cleanup() {
  [[ -z $writer ]] || kill -9 "$writer" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT
cd "$work"

read_store() { timeout 120 python3 "$here/read_store.py" "$@"; }
dump() { timeout 120 "$storectl" dump "$1"; }
import() { "$catalog" import "$1" --store "$2" >/dev/null; }

fail() {
  echo "$1" >&2
  exit 1
}

# A store that both have to read, with the same result.
agree() {
  dump "$1" >wanted || fail "$2: storectl cannot read the store"
  read_store "$1" >found || fail "$2: the reader cannot read the store"
  cmp -s wanted found || {
    diff wanted found | head -n 6 >&2
    fail "$2: the reader differs"
  }
  local status=0
  timeout 120 "$storectl" digest "$1" >wanted 2>complaint || status=$?
  # Where values are sealed, storectl wants their key (3), which the reader does not have.
  case $status in
    0) read_store --digest "$1" | cmp -s - wanted || fail "$2: the digests differ" ;;
    3) ;;
    *) fail "$2: storectl gives no digest" ;;
  esac
  printf '%-50s %7d objects agree\n' "$2" "$(wc -l <found)"
}

# A store with one changed byte: both give the same, or both refuse, and the reader says where. The reader looks at
# every byte of the segments; storectl has a checkpoint and may not need the one that has changed. Then it gives what
# the store holds, which is in the file 'whole'.
agree_on_damage() {
  local wanted=0 status=0
  dump "$1" >wanted 2>/dev/null || wanted=$?
  read_store "$1" >found 2>complaint || status=$?
  if ((status == 0)); then
    ((wanted == 0)) || fail "$2: storectl refuses with $wanted what the reader reads"
    cmp -s wanted found || fail "$2: the reader differs"
    harmless=$((harmless + 1))
  else
    if ((wanted == 0)); then
      cmp -s wanted whole || fail "$2: storectl gives something else; $(<complaint)"
      unneeded=$((unneeded + 1))
    elif ((wanted != status)); then
      fail "$2: exit code $status, but $wanted of storectl; $(<complaint)"
    fi
    grep -qE '^read_store: .*: (SUPER|wal\.[01]|seg/[0-9]{10}\.seg): offset [0-9]+: ' complaint ||
      fail "$2: no file and offset in: $(<complaint)"
    refused=$((refused + 1))
  fi
}

# Changes the byte at an offset of a file.
flip() {
  local byte
  byte=$(od -An -tu1 -j "$2" -N 1 "$1")
  printf '%b' "\\x$(printf %x $((byte ^ 0x10)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

# Imports a file and stops at the acknowledgement of a batch: the fifo makes that a moment, not a race.
import_until() {
  local batch
  rm -f acknowledged
  mkfifo acknowledged
  exec 3<>acknowledged
  CATALOG_ACK=acknowledged "$catalog" import "$1" --store "$2" >/dev/null 3>&- &
  writer=$!
  for ((batch = 0; batch < $3; batch++)); do
    read -r -t 120 -u 3 || fail "$2: the import did not get to batch $3"
  done
  kill -STOP "$writer"
  exec 3>&-
}

kill_writer() {
  kill -9 "$writer"
  wait "$writer" 2>/dev/null || true
  writer=
}

# Whether the log holds commits that the segments need not have.
log_is_needed() { "$storectl" info "$1" | grep -q 'not closed: the next opening completes'; }

: >nothing
"$catalog" sample >sample
# Every second version changes; some relations go; some packages change their kind and so become new objects.
awk '/^Version:/ && ++versions % 2 { $0 = $0 ".1" }
  /^Depends:/ && ++depends % 3 == 0 { next }
  /^Status:/ && ++states % 4 == 0 { next }
  { print }' sample >changed
awk 'BEGIN {
  for (i = 0; i < 6000; i++)
    printf "Package: p%d\nVersion: 1.%d\nArchitecture: all\nMaintainer: M%d <m%d@example.org>\n" \
      "Depends: p%d, p%d (>= 1)\nDescription: invented package %d\n\n", i, i, i % 300, i % 300, (i * 7) % 6500, i + 1, i
}' >invented

import nothing empty.store
agree empty.store 'no object'
import sample sample.store
agree sample.store 'sample'
import changed sample.store
agree sample.store 'sample, changed and deleted records'
cp -r sample.store compact.store
"$storectl" compact compact.store >/dev/null
agree compact.store 'sample, compacted'
import sample compact.store
agree compact.store 'sample, compacted and changed again'
"$storectl" compact compact.store >/dev/null
"$storectl" compact compact.store >/dev/null
agree compact.store 'sample, compacted three times'
cp -r compact.store bare.store
rm -r bare.store/ckpt bare.store/blob bare.store/wal.?
agree bare.store 'sample, closed, with nothing but SUPER and segments'

import_until invented first.store 1
agree first.store 'invented, beside a writer after one batch'
kill_writer
log_is_needed first.store || fail 'the import was not killed in the middle'
agree first.store 'invented, killed after one batch'
# The first commit stands at the second block; a loss of power may leave zeros there, and the log has it.
dd if=/dev/zero of=first.store/seg/0000000001.seg bs=512 seek=8 count=1 conv=notrunc status=none
agree first.store 'invented, the first commit in the log only'
cp -r first.store made.store
python3 "$here/append_values.py" made.store
agree made.store 'values that no example writes, in the log only'
"$storectl" compact made.store >/dev/null
agree made.store 'values that no example writes, compacted'
import_until invented killed.store 5
agree killed.store 'invented, beside a writer after five batches'
kill_writer
log_is_needed killed.store || fail 'the import was not killed in the middle'
agree killed.store 'invented, killed after five batches'
cp -r killed.store again.store
import_until invented again.store 1
kill_writer
agree again.store 'invented, killed again'
import invented again.store
agree again.store 'invented, completed'
"$storectl" compact again.store >/dev/null
agree again.store 'invented, compacted'

if [[ -r $control ]]; then
  import "$control" real.store
  agree real.store "$control"
  "$storectl" compact real.store >/dev/null
  agree real.store "$control, compacted"
fi

# One byte of every stretch of the files is changed in turn.
damaged() {
  local store=$1 stretch=$2 file size offset
  harmless=0 refused=0 unneeded=0
  dump "$store" >whole
  for file in SUPER wal.0 wal.1 seg/0000000001.seg; do
    size=$(stat -c %s "$store/$file")
    for ((offset = RANDOM % stretch; offset < size; offset += stretch)); do
      rm -rf damaged.store
      cp -r "$store" damaged.store
      flip "damaged.store/$file" "$offset"
      agree_on_damage damaged.store "$store: $file, byte $offset changed"
    done
  done
  echo "$store, a byte changed: refused $refused times, $unneeded of them by the reader alone, harmless $harmless times"
}

import nothing small.store
import_until sample small.store 1
kill_writer
damaged sample.store 1501
damaged small.store 1501
