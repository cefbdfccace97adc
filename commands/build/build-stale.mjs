import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashFiles } from '../runtime/hash-files.mjs'
import { inProject, root } from '../runtime/project.mjs'
import { runChild } from '../runtime/run-child.mjs'
import { withLock } from '../runtime/with-lock.mjs'

/** @typedef {import('./parts.mjs').Part} Part */

/**
 * @typedef {object} Place a checkout
 * @property {string} base inputs are relative to it
 * @property {string} dist outputs are relative to it
 * @property {(line: string) => void} print
 */

/** @type {Place} */
const here = { base: root, dist: join(root, 'dist'), print: (line) => console.log(line) }

/**
 * Builds parts whose inputs or outputs changed. A part is built in a scratch folder and then moved into place, so that
 * a running server or an interrupted build never leaves half of it.
 * @param {readonly Part[]} parts
 * @param {{ force?: boolean } & Partial<Place>} [options] `force` builds everything
 * @returns {Promise<string[]>} names of the built parts
 */
export async function buildStale(parts, { force = false, ...options } = {}) {
  const place = { ...here, ...options }
  if (!force && (await staleParts(parts, place)).length === 0) return []
  const waiting = () => place.print('Another terminal is building; waiting for it …')
  return withLock(join(place.dist, '.lock'), () => buildLocked(parts, force, place), waiting)
}

/**
 * Builds in a child process, so that the caller's memory is free of the compilers.
 * @param {{ only?: string, toStderr?: boolean }} [options] `only` names a part; `toStderr` leaves stdout to a report
 * @returns {Promise<boolean>} false if a build failed; its output has the reason
 */
export async function buildInChild({ only, toStderr = false } = {}) {
  const args = [inProject('commands', 'run.mjs'), 'build', '--stale', ...(only ? [only] : [])]
  const { code } = await runChild(process.execPath, args, { toStderr })
  return code === 0
}

/** @param {readonly Part[]} parts @param {boolean} force @param {Place} place */
async function buildLocked(parts, force, place) {
  const stale = force ? parts : await staleParts(parts, place)
  for (const part of stale) await buildPart(part, place)
  return stale.map((part) => part.name)
}

/**
 * Parts that differ from their last build.
 * @param {readonly Part[]} parts
 * @param {Place} [place]
 */
export async function staleParts(parts, place = here) {
  const fresh = await Promise.all(parts.map((part) => isFresh(part, place)))
  return parts.filter((_, index) => !fresh[index])
}

/** @param {Part} part @param {Place} place */
async function isFresh(part, { base, dist }) {
  const stamp = await readFile(stampFile(part, dist), 'utf8').catch(() => null)
  return stamp === `${await hashFiles(base, part.inputs)} ${await hashFiles(dist, part.outputs)}`
}

/** @param {Part} part @param {Place} place */
async function buildPart(part, { base, dist, print }) {
  print(`Building ${part.name} …`)
  const started = performance.now()
  const scratch = join(dist, '.making')
  await rm(scratch, { recursive: true, force: true })
  await mkdir(scratch, { recursive: true })
  // Hashed before the build: an edit during the build leaves the part stale.
  const inputs = await hashFiles(base, part.inputs)
  try {
    const lines = await part.build(scratch)
    for (const output of part.outputs) await replaceFolder(join(scratch, output), join(dist, output), dist)
    await writeStamp(part, dist, `${inputs} ${await hashFiles(dist, part.outputs)}`)
    print(`Built ${part.name} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
    for (const line of lines) print(`  ${line}`)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** @param {string} from @param {string} to @param {string} dist */
async function replaceFolder(from, to, dist) {
  const old = join(dist, '.old')
  await rm(old, { recursive: true, force: true })
  await rename(to, old).catch(() => null)
  await rename(from, to)
  await rm(old, { recursive: true, force: true })
}

/** @param {Part} part @param {string} dist */
const stampFile = (part, dist) => join(dist, '.stamps', part.name)

/** @param {Part} part @param {string} dist @param {string} stamp */
async function writeStamp(part, dist, stamp) {
  await mkdir(join(dist, '.stamps'), { recursive: true })
  await writeFile(stampFile(part, dist), stamp)
}
