import { existsSync, statSync, watch } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Editors write a file in several steps. */
const QUIET_MS = 120

/**
 * Calls back after changes, one call at a time; a change during a call leads to one more.
 * @param {string} base
 * @param {readonly string[]} paths files or folders below it; missing ones are skipped
 * @param {() => Promise<void>} onChange a rejection is printed, and watching continues
 * @param {number} [quietMs] time without changes before the call
 * @returns {() => void} stops watching
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
  // Editors replace a file, which ends a watch on it, so watch its folder.
  return watch(dirname(path), (_event, name) => (name === basename(path) ? trigger() : undefined))
}
