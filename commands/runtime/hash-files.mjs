import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'

/**
 * A digest of file names and contents, independent of machine and time.
 * @param {string} base names are relative to this folder
 * @param {readonly string[]} paths files or folders below it; a missing one is not an error
 * @returns {Promise<string>} hex
 */
export async function hashFiles(base, paths) {
  const hash = createHash('sha256')
  const files = (await Promise.all(paths.map((path) => listFiles(join(base, path))))).flat()
  for (const file of [...new Set(files)].toSorted()) {
    const content = await readFile(file)
    hash.update(`${relative(base, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * Files at or below a path, absolute and unsorted.
 * @param {string} path
 * @returns {Promise<string[]>}
 */
export async function listFiles(path) {
  const info = await stat(path).catch(() => null)
  if (!info) return []
  if (!info.isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
