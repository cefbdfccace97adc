import { root } from '../runtime/project.mjs'
import { runChild } from '../runtime/run-child.mjs'
import { tellHelp } from '../runtime/tell-help.mjs'
import { readPackages } from './read-packages.mjs'

/** Fails fast without a connection. */
const PATIENCE = ['--fetch-retries=0', '--fetch-timeout=15000']

/** What is printed, and looked for, where there is nobody to ask. */
export const SKIPPED = 'skipped: the registry does not answer audits'

const HELP = `npm run audit

Asks the registry that packages come from for holes that are known in them.

Options
  --help

Exit code: 0 nothing has to be mended, 1 something has to be mended first.`

/**
 * `npm run audit`: asks the registry that packages come from for holes that are known in them.
 * @param {readonly string[]} args
 * @returns {Promise<number>} 1 when one of them has to be fixed first
 */
export async function run(args = process.argv.slice(2)) {
  if (tellHelp(args, HELP)) return 0
  const packages = await readPackages(root)
  const shipped = new Set(packages.flatMap(({ name, shipped: isShipped }) => (isShipped ? [name] : [])))
  const { output } = await runChild('npm', ['audit', '--json', ...PATIENCE], { capture: true })
  const holes = readAudit(output, shipped)
  if (holes === null) {
    console.log(SKIPPED)
    return 0
  }
  for (const { name, severity, shipped: isShipped, fails, mended } of holes)
    console.log(
      `${fails ? '✗' : '–'} ${name}: ${severity}${isShipped ? '' : ', builds or tests the product'}; mended in ${mended}`,
    )
  console.log(`${holes.length} of ${packages.length} packages have holes that are known.`)
  return holes.some(({ fails }) => fails) ? 1 : 0
}

/** How grave a hole is, the gravest first. */
const SEVERITIES = /** @type {const} */ (['critical', 'high', 'moderate', 'low', 'info'])
/** What is less grave waits; what only builds or tests the product counts one step lower. A word that is unknown never waits. */
const WAITS = { shipped: ['moderate', 'low', 'info'], others: ['high', 'moderate', 'low', 'info'] }

/**
 * @typedef {object} KnownHole
 * @property {string} name of the package
 * @property {string} severity
 * @property {boolean} shipped
 * @property {boolean} fails
 * @property {string} mended the version without it, as npm names it
 */

/**
 * Reads what `npm audit --json` printed.
 * @param {string} output
 * @param {ReadonlySet<string>} shipped names of the packages that run where the product does
 * @returns {KnownHole[] | null} null: the registry does not answer audits
 */
export function readAudit(output, shipped) {
  const start = output.indexOf('{')
  const end = output.lastIndexOf('}')
  const report = start === -1 ? null : parse(output.slice(start, end + 1))
  const found = isRecord(report) ? report['vulnerabilities'] : null
  if (!isRecord(found)) return null
  const holes = Object.values(found).filter(isRecord)
  return holes.map((hole) => readHole(hole, shipped)).toSorted((one, other) => gravity(one) - gravity(other))
}

/** @param {Record<string, unknown>} hole @param {ReadonlySet<string>} names @returns {KnownHole} */
function readHole({ name, severity, fixAvailable }, names) {
  const shipped = names.has(String(name))
  const fix = isRecord(fixAvailable) ? `${String(fixAvailable['name'])} ${String(fixAvailable['version'])}` : null
  return {
    name: String(name),
    severity: String(severity),
    shipped,
    fails: !WAITS[shipped ? 'shipped' : 'others'].includes(String(severity)),
    mended: fix ?? (fixAvailable === true ? 'a newer version' : 'no version yet'),
  }
}

/** What is unknown comes first. @param {KnownHole} hole */
const gravity = ({ severity }) => SEVERITIES.findIndex((one) => one === severity)

/** @param {string} text @returns {unknown} */
function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
