#!/bin/sh
# Waits until a process is gone, then ends the PostgreSQL server that lives in a folder, and deletes that folder and others.
# A server that nobody watches outlives a run of tests that was killed.
# usage: end-with-process.sh <pid> <folder with the server's data in data/> [<other folder> …]
pid=$1
folder=$2
shift
while kill -0 "$pid" 2>/dev/null; do
  # The test has ended it, and everything is deleted.
  [ -d "$folder" ] || exit 0
  sleep 1
done
if [ -f "$folder/data/postmaster.pid" ]; then
  server=$(head -n 1 "$folder/data/postmaster.pid")
  kill -QUIT "$server" 2>/dev/null
  while kill -0 "$server" 2>/dev/null; do sleep 0.2; done
fi
rm -rf "$@"
