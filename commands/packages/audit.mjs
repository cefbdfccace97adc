import { root } from '../runtime/project.mjs'
import { runChild } from '../runtime/run-child.mjs'
import { printHelp } from '../runtime/print-help.mjs'
import { readPackages } from './licences.mjs'

/** Fails fast without a connection. */
const PATIENCE = ['--fetch-retries=0', '--fetch-timeout=15000']

/** Printed, and detected by the caller, if the registry does not respond. */
export const SKIPPED = 'skipped: the registry did not respond'

const HELP = `npm run audit

Asks the package registry for known vulnerabilities of the installed packages.

Options
  --help

Exit code: 0 nothing to fix, 1 vulnerabilities must be fixed first.`

/**
 * `npm run audit`: asks the package registry for known vulnerabilities.
 * @param {readonly string[]} args
 * @returns {Promise<number>} 1 if one of them must be fixed first
 */
export async function run(args = process.argv.slice(2)) {
  if (printHelp(args, HELP)) return 0
  const packages = await readPackages(root)
  const shipped = new Set(packages.flatMap(({ name, shipped: isShipped }) => (isShipped ? [name] : [])))
  const { output } = await runChild('npm', ['audit', '--json', ...PATIENCE], { capture: true })
  const holes = readAudit(output, shipped)
  if (holes === null) {
    console.log(SKIPPED)
    return 0
  }
  for (const { name, severity, shipped: isShipped, fails, fixedIn } of holes)
    console.log(
      `${fails ? '✗' : '–'} ${name}: ${severity}${isShipped ? '' : ', used only to build or test'}; fixed in ${fixedIn}`,
    )
  console.log(`${holes.length} of ${packages.length} packages have known vulnerabilities.`)
  return holes.some(({ fails }) => fails) ? 1 : 0
}

/** Most severe first. */
const SEVERITIES = /** @type {const} */ (['critical', 'high', 'moderate', 'low', 'info'])
/** Severities that may wait; build and test packages may wait one level longer. An unknown severity never waits. */
const WAITS = { shipped: ['moderate', 'low', 'info'], others: ['high', 'moderate', 'low', 'info'] }

/**
 * @typedef {object} KnownHole
 * @property {string} name of the package
 * @property {string} severity
 * @property {boolean} shipped
 * @property {boolean} fails
 * @property {string} fixedIn the version without it, as npm names it
 */

/**
 * Parses the output of `npm audit --json`.
 * @param {string} output
 * @param {ReadonlySet<string>} shipped names of the packages that run in production
 * @returns {KnownHole[] | null} null if the registry did not respond
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
    fixedIn: fix ?? (fixAvailable === true ? 'a newer version' : 'no version yet'),
  }
}

/** Unknown severities come first. @param {KnownHole} hole */
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
