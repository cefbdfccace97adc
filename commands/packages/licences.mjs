import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { listFiles } from '../runtime/hash-files.mjs'
import { inProject, root } from '../runtime/project.mjs'
import { printHelp } from '../runtime/print-help.mjs'
import { allowedLicences, exceptions } from './allowed-licences.mjs'

const HELP = `npm run licences [-- --all]

Lists the licenses of all packages in the lock file and of all shipped files, and checks that each is allowed.

Options
  --all                    lists each package
  --help

Exit code: 0 all are allowed, 1 a license or origin is not in the lists.`

/**
 * `npm run licences`: lists the licenses of packages and shipped files, and checks that all are allowed.
 * @param {readonly string[]} args
 * @returns {Promise<number>} 1 if something is not in `allowed-licences` or `assets`
 */
export async function run(args) {
  if (printHelp(args, HELP)) return 0
  const { judged, problems } = judgePackages(await readPackages(root))
  const unknown = unknownAssets(await shippedFiles()).map((file) => `${file}: its origin is not in the list of assets.`)
  if (args.includes('--all'))
    for (const { pack, licence } of judged)
      console.log(`${pack.name} ${pack.version}  ${licence}${pack.shipped ? '' : '  (used only to build or test)'}`)
  else for (const line of summary(judged)) console.log(line)
  for (const problem of [...problems, ...unknown]) console.error(problem)
  return problems.length + unknown.length === 0 ? 0 : 1
}

/** @param {readonly Judged[]} judged */
function summary(judged) {
  /** @type {Map<string, { shipped: number, others: number }>} */
  const counts = new Map()
  for (const { pack, licence } of judged) {
    const { shipped, others } = counts.get(licence) ?? { shipped: 0, others: 0 }
    counts.set(licence, { shipped: shipped + Number(pack.shipped), others: others + Number(!pack.shipped) })
  }
  const rows = [...counts].toSorted(([one], [other]) => one.localeCompare(other, 'en'))
  const excused = judged.filter(({ why }) => why !== null)
  return [
    ...rows.map(([licence, { shipped, others }]) => `${licence}: ${shipped} shipped, ${others} for build and test`),
    ...excused.map(({ pack, licence, why }) => `${pack.name}: ${licence}, ${why}`),
  ]
}

/**
 * @typedef {{ pack: LicensedPackage, licence: string, why: string | null }} Judged `why`: of an exception
 */

/**
 * Judges each package, with a sentence for each that is not allowed and each exception that is not needed.
 * @param {readonly LicensedPackage[]} packages
 * @returns {{ judged: Judged[], problems: string[] }}
 */
export function judgePackages(packages) {
  /** @type {Judged[]} */
  const judged = []
  /** @type {string[]} */
  const problems = []
  const used = new Set()
  for (const pack of packages) {
    const exception = exceptions.find((one) => names(one.name, pack.name) && one.says === pack.licence)
    if (exception) used.add(exception)
    if (exception) judged.push({ pack, licence: exception.licence, why: exception.why })
    else if (pack.licence !== null && mayBeUsed(pack.licence, pack.shipped))
      judged.push({ pack, licence: pack.licence, why: null })
    else problems.push(sentence(pack))
  }
  const vain = exceptions.filter((one) => !used.has(one))
  return { judged, problems: [...problems, ...vain.map(({ name }) => `${name}: no package needs this exception.`)] }
}

/** @param {string} pattern @param {string} name */
const names = (pattern, name) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern)

/** @param {LicensedPackage} pack */
function sentence({ name, version, licence, shipped }) {
  const where = shipped ? 'is shipped' : 'is used to build or test'
  return licence === null
    ? `${name} ${version}, which ${where}, does not state a license.`
    : `${name} ${version}, which ${where}, has the license ${licence}, which is not allowed.`
}

/**
 * Evaluates an SPDX expression: one side of `OR`, both of `AND`.
 * @param {string} expression such as `(MIT OR GPL-3.0-or-later)`
 * @param {boolean} shipped whether the package runs in production
 */
export function mayBeUsed(expression, shipped) {
  const words = expression.match(/[()]|[^\s()]+/gu) ?? []
  let at = 0
  /** `AND` binds closer. @returns {boolean} */
  const either = () => {
    let fits = both()
    while (words[at] === 'OR') {
      at += 1
      fits = both() || fits
    }
    return fits
  }
  const both = () => {
    let fits = one()
    while (words[at] === 'AND') {
      at += 1
      fits = one() && fits
    }
    return fits
  }
  const one = () => {
    const word = words[at] ?? ''
    at += 1
    if (word !== '(') return isAllowed(word, shipped)
    const fits = either()
    const closes = words[at] === ')'
    at += 1
    return fits && closes
  }
  const fits = either()
  return fits && at === words.length
}

/** @param {string} licence @param {boolean} shipped */
function isAllowed(licence, shipped) {
  const where = Object.hasOwn(allowedLicences, licence) ? allowedLicences[licence] : undefined
  return where === 'shipped' || (where === 'built with' && !shipped)
}

/** Folders with files that are distributed. */
const SHIPPED = ['api', 'console', 'demo-pages', 'docs', 'host-site', 'widget']

/** Source files, as opposed to images, videos and data. */
const WRITTEN = /\.(ts|tsx|mjs|js|css|html|md)$/u

/**
 * Origin of images, videos, data and texts. The first matching row counts.
 * @type {readonly { files: RegExp, from: string, licence: string }[]}
 */
export const assets = [
  { files: /^api\/(apps|banks)\/[\w-]+\.json$/u, from: 'written for the product', licence: 'own' },
  { files: /^widget\/translations\/[a-z]{2}\.json$/u, from: 'written for the product', licence: 'own' },
  { files: /^widget\/media\/test-card\.webm$/u, from: 'filmed by `commands/dev/record-test-card.mjs`', licence: 'own' },
  { files: /^host-site\/ui\/drawings\/[\w-]+\.svg$/u, from: 'drawn for the product', licence: 'own' },
  {
    files: /^(host-site\/public\/favicon|demo-pages\/icon|console\/icon)\.svg$/u,
    from: 'drawn for the product',
    licence: 'own',
  },
  { files: /^api\/fonts\/[\w-]+\.ttf$/u, from: 'the packages @fontsource-variable, unpacked', licence: 'OFL-1.1' },
  { files: /^demo-pages\/[\w/-]+\.json$/u, from: 'written for the product', licence: 'own' },
  { files: /^docs\/[\w/.-]+$/u, from: 'written for the product', licence: 'own' },
]

/**
 * Files without a known origin.
 * @param {readonly string[]} files paths from the root
 */
export const unknownAssets = (files) =>
  files.filter((file) => !WRITTEN.test(file) && !assets.some((row) => row.files.test(file)))

/** @returns {Promise<string[]>} distributed files, as paths from the root */
export async function shippedFiles() {
  const lists = await Promise.all(SHIPPED.map((folder) => listFiles(inProject(folder))))
  return lists.flat().map((file) => relative(root, file).replaceAll('\\', '/'))
}

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
