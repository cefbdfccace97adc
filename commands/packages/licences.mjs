import { relative } from 'node:path'
import { listFiles } from '../runtime/hash-files.mjs'
import { inProject, root } from '../runtime/project.mjs'
import { tellHelp } from '../runtime/tell-help.mjs'
import { allowedLicences, exceptions } from './allowed-licences.mjs'
import { readPackages } from './read-packages.mjs'

const HELP = `npm run licences [-- --all]

What licences the packages of the lock file and the files that are shipped have, and whether all of them can be used.

Options
  --all                    names each package
  --help

Exit code: 0 all of them can be used, 1 something is not in the lists.`

/**
 * `npm run licences`: what licences the packages of the lock file and the files that are shipped have, and whether all of them are
 * ones that can be used. `--all` names each package.
 * @param {readonly string[]} args
 * @returns {Promise<number>} 1 when something is not in the lists of `allowed-licences` and `assets`
 */
export async function run(args) {
  if (tellHelp(args, HELP)) return 0
  const { judged, problems } = judgePackages(await readPackages(root))
  const unknown = unknownAssets(await shippedFiles()).map((file) => `${file}: nobody has said where it comes from.`)
  if (args.includes('--all'))
    for (const { pack, licence } of judged)
      console.log(`${pack.name} ${pack.version}  ${licence}${pack.shipped ? '' : '  (builds or tests the product)'}`)
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
    ...rows.map(([licence, { shipped, others }]) => `${licence}: ${shipped} shipped, ${others} to build and test`),
    ...excused.map(({ pack, licence, why }) => `${pack.name}: ${licence}, ${why}`),
  ]
}

/**
 * @typedef {import('./read-packages.mjs').LicensedPackage} LicensedPackage
 * @typedef {{ pack: LicensedPackage, licence: string, why: string | null }} Judged `why`: of an exception
 */

/**
 * Which packages may be used, and a sentence for each that may not, or that an exception is written for in vain.
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
  const where = shipped ? 'is shipped' : 'builds or tests the product'
  return licence === null
    ? `${name} ${version}, which ${where}, does not say what licence it has.`
    : `${name} ${version}, which ${where}, has the licence ${licence}, which is not in the list.`
}

/**
 * Whether the terms of an SPDX expression can be kept: of `OR` one side, of `AND` both.
 * @param {string} expression such as `(MIT OR GPL-3.0-or-later)`
 * @param {boolean} shipped whether the package runs where the product does
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

/** Folders whose files reach other people. */
const SHIPPED = ['api', 'demo-pages', 'docs', 'host-site', 'widget']

/** What is written here, as opposed to drawn, filmed or collected. */
const WRITTEN = /\.(ts|tsx|mjs|js|css|html|md)$/u

/**
 * Where pictures, films, data and texts come from. The first row that fits counts.
 * @type {readonly { files: RegExp, from: string, licence: string }[]}
 */
export const assets = [
  { files: /^api\/(apps|banks)\/[\w-]+\.json$/u, from: 'written for the product', licence: 'own' },
  { files: /^widget\/translations\/[a-z]{2}\.json$/u, from: 'written for the product', licence: 'own' },
  { files: /^widget\/media\/test-card\.webm$/u, from: 'filmed by `commands/dev/record-test-card.mjs`', licence: 'own' },
  { files: /^host-site\/ui\/drawings\/[\w-]+\.svg$/u, from: 'drawn for the product', licence: 'own' },
  { files: /^(host-site\/public\/favicon|demo-pages\/icon)\.svg$/u, from: 'drawn for the product', licence: 'own' },
  { files: /^api\/fonts\/[\w-]+\.ttf$/u, from: 'the packages @fontsource-variable, unpacked', licence: 'OFL-1.1' },
  { files: /^demo-pages\/[\w/-]+\.json$/u, from: 'written for the product', licence: 'own' },
  { files: /^docs\/[\w/.-]+$/u, from: 'written for the product', licence: 'own' },
]

/**
 * Files that nobody has said the origin of.
 * @param {readonly string[]} files paths below the repository's root
 */
export const unknownAssets = (files) =>
  files.filter((file) => !WRITTEN.test(file) && !assets.some((row) => row.files.test(file)))

/** @returns {Promise<string[]>} files that reach other people, by path below the repository's root */
export async function shippedFiles() {
  const lists = await Promise.all(SHIPPED.map((folder) => listFiles(inProject(folder))))
  return lists.flat().map((file) => relative(root, file).replaceAll('\\', '/'))
}
