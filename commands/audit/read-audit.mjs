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
 * @property {string} mended what npm says of a version without it
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
