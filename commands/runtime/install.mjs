import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ExpectedError, inProject, root } from './project.mjs'
import { runChild } from './run-child.mjs'
import { withLock } from './with-lock.mjs'

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean, os?: string[], cpu?: string[] }} LockedPackage */

/** Runs `npm ci` unless node_modules matches the lock file. */
export async function ensureInstalled() {
  if (await matchesLock(root)) return
  const waiting = () => console.log('Another terminal is installing; waiting for it …')
  await withLock(inProject('dist', '.lock'), installUnlessMatching, waiting)
}

async function installUnlessMatching() {
  if (await matchesLock(root)) return
  console.log('Installing packages from package-lock.json …')
  const { program, args } = npm()
  // NODE_ENV=production would skip the build tools.
  const { code } = await runChild(program, [...args, 'ci', '--include=dev', '--no-audit', '--no-fund'])
  if (code !== 0)
    throw new ExpectedError('npm ci failed; see its output above. Fix the cause and run the command again.')
  if (!(await matchesLock(root)))
    throw new ExpectedError('npm ci ended, but node_modules does not match package-lock.json.')
}

/** The npm that started us, else the one on the PATH. */
function npm() {
  const script = process.env['npm_execpath']
  if (script?.endsWith('.js')) return { program: process.execPath, args: [script] }
  return { program: 'npm', args: [] }
}

/**
 * Whether node_modules matches package-lock.json on this machine. npm writes its list of installed packages last, so an
 * interrupted install never matches.
 * @param {string} folder root of the repository
 * @param {{ platform: string, arch: string }} [machine]
 * @returns {Promise<boolean>}
 */
export async function matchesLock(folder, machine = process) {
  const wanted = await readPackages(join(folder, 'package-lock.json'))
  const installed = await readPackages(join(folder, 'node_modules', '.package-lock.json'))
  if (!wanted || !installed) return false
  const complete = Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    const found = installed[path]
    if (!found) return entry.optional === true
    return found.version === entry.version && found.integrity === entry.integrity
  })
  return complete && Object.values(installed).every((entry) => runsOn(entry, machine))
}

/** @param {LockedPackage} entry @param {{ platform: string, arch: string }} machine */
function runsOn(entry, machine) {
  return allows(entry.os, machine.platform) && allows(entry.cpu, machine.arch)
}

/** @param {string[] | undefined} names @param {string} name a list may exclude, as in `!win32` */
function allows(names, name) {
  if (!names || names.length === 0) return true
  return names.includes(name) || (names.every((one) => one.startsWith('!')) && !names.includes(`!${name}`))
}

/** @param {string} file @returns {Promise<Record<string, LockedPackage> | null>} null if missing or broken */
async function readPackages(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8')).packages ?? null
  } catch {
    return null
  }
}
