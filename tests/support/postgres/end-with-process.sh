#!/bin/sh
# Waits for the end of a process, then stops the PostgreSQL server of a folder and deletes that folder and others.
# Otherwise the server would keep running after a killed test run.
# usage: end-with-process.sh <pid> <folder with the server's data in data/> [<other folder> …]
pid=$1
folder=$2
shift
while kill -0 "$pid" 2>/dev/null; do
  # The test has already stopped it and deleted everything.
  [ -d "$folder" ] || exit 0
  sleep 1
done
if [ -f "$folder/data/postmaster.pid" ]; then
  server=$(head -n 1 "$folder/data/postmaster.pid")
  kill -QUIT "$server" 2>/dev/null
  while kill -0 "$server" 2>/dev/null; do sleep 0.2; done
fi
rm -rf "$@"
