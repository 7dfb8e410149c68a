#!/bin/sh
# Runs a program and restarts it when it breaks: `sh server/process/keep-running.sh node server/main.ts`.
# A shell, since it idles for months, and a second Node would take a quarter of the program's memory.
#
# The program reports by USR1 that it is up. A program that never came up is not restarted. The shell forwards signals
# and exits with the program's code. If the shell is killed, the program notices and ends by itself.

# With an arena per thread, the allocator keeps a quarter more memory than with two.
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

# Waits for the child. A signal to the shell ends `wait` early while the child still runs. Hides the shell's own
# messages about ended children.
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
  # A signal may have arrived before the child existed.
  [ -z "$ending" ] || kill -TERM "$child"
  finish
  if [ -n "$ending" ] || [ -z "$was_up" ] || [ "$code" -eq 0 ]; then exit "$code"; fi

  if [ $(($(date +%s) - began)) -ge $CALM_AFTER ]; then wait_seconds=0; fi
  if [ $wait_seconds -eq 0 ]; then
    say "the program failed (exit code $code); restarting it"
    wait_seconds=1
    continue
  fi
  say "the program failed again (exit code $code); restarting it in $wait_seconds s"
  sleep $wait_seconds &
  child=$!
  finish
  [ -z "$ending" ] || exit 0
  wait_seconds=$((wait_seconds * 2))
  [ $wait_seconds -le $LONGEST_WAIT ] || wait_seconds=$LONGEST_WAIT
done
