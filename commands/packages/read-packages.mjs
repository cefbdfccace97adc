import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * @typedef {object} LicensedPackage one package of the lock file
 * @property {string} name
 * @property {string} version
 * @property {string | null} licence as stated by the package; null without a statement
 * @property {boolean} shipped false for packages that only build or test the product
 * @property {string} path from the root, where it is installed
 */

/**
 * Every package of the lock file once per version, including those for other platforms. An installed package's own
 * statement takes precedence over the lock file.
 * @param {string} folder root of the repository
 * @returns {Promise<LicensedPackage[]>}
 */
export async function readPackages(folder) {
  const { packages } = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'))
  /** @type {Map<string, LicensedPackage>} */
  const found = new Map()
  for (const [path, { version, license, dev = false, devOptional = false }] of Object.entries(packages)) {
    if (path === '') continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const own = await readOwn(join(folder, path, 'package.json'))
    const licence = own ? (typeof own.license === 'string' ? own.license : null) : (license ?? null)
    const shipped = !dev && !devOptional
    const known = found.get(`${name} ${version}`)
    if (!known || (shipped && !known.shipped))
      found.set(`${name} ${version}`, { name, version, licence, shipped, path })
  }
  return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** @param {string} file @returns {Promise<{ license?: unknown } | null>} null if it is not installed */
async function readOwn(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return null
  }
}
