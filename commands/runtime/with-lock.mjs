import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const HEARTBEAT_MS = 2_000
/** A holder that has not touched the file for so long is gone, whatever its process id says now. */
const STALE_AFTER_MS = 20_000

/**
 * Runs a piece of work that must not run twice at a time on one checkout (an install, a build), also across terminals.
 * A holder that was killed is noticed by its process id or by its silence.
 * @template T
 * @param {string} file the lock file; its folder is made
 * @param {() => Promise<T>} work
 * @param {() => void} [onWait] called once when another process holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(file, work, onWait) {
  await mkdir(dirname(file), { recursive: true })
  let waited = false
  while (!tryTake(file)) {
    removeIfStale(file)
    if (!waited) onWait?.()
    waited = true
    await sleep(100)
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
  // A hard link appears with its content or not at all, so nobody ever reads a half-written lock.
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
    // Another process may have taken the lock between the look and the move: give it back.
    if (read(aside) !== content) linkSync(aside, file)
  } catch {
    // Someone else was quicker; the next round looks again.
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
    // The folder was removed under us; the work itself will say so.
  }
}
