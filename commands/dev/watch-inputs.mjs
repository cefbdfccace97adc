import { existsSync, statSync, watch } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Editors write a file in several steps; the last one counts. */
const QUIET_MS = 120

/**
 * Calls back after files changed, never twice at a time; a change during the call leads to one more call.
 * @param {string} base
 * @param {readonly string[]} paths files or folders below it; what does not exist is left out
 * @param {() => Promise<void>} onChange a rejection is printed and watching goes on
 * @param {number} [quietMs] how long nothing must have changed before the call
 * @returns {() => void} ends the watching
 */
export function watchInputs(base, paths, onChange, quietMs = QUIET_MS) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  let running = false
  let again = false
  const trigger = () => {
    clearTimeout(timer)
    timer = setTimeout(() => void call(), quietMs)
  }
  const call = async () => {
    if (running) {
      again = true
      return
    }
    running = true
    await onChange().catch((error) => console.error(error))
    running = false
    if (again) trigger()
    again = false
  }
  const watchers = paths
    .map((path) => join(base, path))
    .filter((path) => existsSync(path))
    .map((path) => watchPath(path, trigger))
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}

/** @param {string} path @param {() => void} trigger */
function watchPath(path, trigger) {
  if (statSync(path).isDirectory()) return watch(path, { recursive: true }, trigger)
  // Editors replace a file by a new one, which ends the watching of the old: the folder stays.
  return watch(dirname(path), (_event, name) => (name === basename(path) ? trigger() : undefined))
}
