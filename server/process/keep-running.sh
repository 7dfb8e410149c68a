#!/bin/sh
# Runs a program of the house and starts it again when it breaks: `sh server/process/keep-running.sh node server/main.ts`.
# A shell, since it idles for months beside the program and a second Node would take a quarter of its memory.
#
# The program says by USR1 that it is up. One that never was up cannot be mended by starting it again. Signals are
# passed on, and the program's end is ours. Should this shell be killed, the program sees that and ends by itself.

# With an arena for each of its threads the allocator keeps a quarter more than with two.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"

LONGEST_WAIT=60
CALM_AFTER=60

child=
ending=
was_up=
wait_seconds=0

pass() {
  ending=1
  [ -z "$child" ] || kill -"$1" "$child" 2>/dev/null
}
trap 'was_up=1' USR1
trap 'pass TERM' TERM
trap 'pass INT' INT

# Waits for the child; a signal for us cuts `wait` short, and the child is then still there. The shell's own remarks on
# how a child ended are left out.
finish() {
  wait "$child" 2>/dev/null
  code=$?
  while kill -0 "$child" 2>/dev/null; do
    wait "$child" 2>/dev/null
    code=$?
  done
  child=
}

say() {
  printf '{"level":40,"time":%s000,"process":"keeper","pid":%s,"msg":"%s"}\n' "$(date +%s)" $$ "$1"
}

while :; do
  began=$(date +%s)
  KEPT_BY=$$ "$@" &
  child=$!
  # A signal that came before there was a child to pass it to.
  [ -z "$ending" ] || kill -TERM "$child"
  finish
  if [ -n "$ending" ] || [ -z "$was_up" ] || [ "$code" -eq 0 ]; then exit "$code"; fi

  if [ $(($(date +%s) - began)) -ge $CALM_AFTER ]; then wait_seconds=0; fi
  if [ $wait_seconds -eq 0 ]; then
    say "the program broke (exit code $code) and is started again"
    wait_seconds=1
    continue
  fi
  say "the program broke again (exit code $code) and is started again in $wait_seconds s"
  sleep $wait_seconds &
  child=$!
  finish
  [ -z "$ending" ] || exit 0
  wait_seconds=$((wait_seconds * 2))
  [ $wait_seconds -le $LONGEST_WAIT ] || wait_seconds=$LONGEST_WAIT
done
