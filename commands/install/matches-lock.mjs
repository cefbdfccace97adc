import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean, os?: string[], cpu?: string[] }} LockedPackage */

/**
 * Says whether node_modules holds exactly what package-lock.json asks for, on this kind of machine. npm writes the list
 * of what it installed as the last thing, so an interrupted install never matches.
 * @param {string} folder the repository's root
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

/** @param {string[] | undefined} names @param {string} name a list may also exclude, as in `!win32` */
function allows(names, name) {
  if (!names || names.length === 0) return true
  return names.includes(name) || (names.every((one) => one.startsWith('!')) && !names.includes(`!${name}`))
}

/** @param {string} file @returns {Promise<Record<string, LockedPackage> | null>} null when missing or broken */
async function readPackages(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8')).packages ?? null
  } catch {
    return null
  }
}
