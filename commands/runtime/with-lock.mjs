import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'

const HEARTBEAT_MS = 2_000
/** A holder that has not touched the file for this long is gone, even if its process ID exists. */
const STALE_AFTER_MS = 20_000

/**
 * Runs work once at a time per checkout (an install, a build), across terminals.
 * A killed holder is detected by its process ID or by its silence.
 * @template T
 * @param {string} file the lock file; its folder is created
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait] called once if another process has the lock
 * @returns {Promise<T>}
 */
export async function withLock(file, work, onWait) {
  await mkdir(dirname(file), { recursive: true })
  let waited = false
  while (!tryTake(file)) {
    removeIfStale(file)
    if (!waited) onWait?.()
    waited = true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS)
  heartbeat.unref()
  const release = () => rmSync(file, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    process.off('exit', release)
    release()
  }
}

/** @param {string} file */
function tryTake(file) {
  const own = `${file}.${process.pid}`
  // A hard link is atomic, so that no one reads a half-written lock.
  writeFileSync(own, JSON.stringify({ pid: process.pid, host: hostname() }))
  try {
    linkSync(own, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(own, { force: true })
  }
}

/** @param {string} file */
function removeIfStale(file) {
  const content = read(file)
  if (content === null || !isStale(file, content)) return
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
    // Another process may have taken the lock in between: give it back.
    if (read(aside) !== content) linkSync(aside, file)
  } catch {
    // Another process was faster; the next round checks again.
  } finally {
    rmSync(aside, { force: true })
  }
}

/** @param {string} file @param {string} content */
function isStale(file, content) {
  try {
    if (Date.now() - statSync(file).mtimeMs > STALE_AFTER_MS) return true
    const holder = JSON.parse(content)
    return holder.host === hostname() && !isRunning(holder.pid)
  } catch {
    return false
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : null
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** @param {string} file */
function touch(file) {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // The folder was removed; the work itself will fail.
  }
}
