import { exceptions } from './allowed-licences.mjs'
import { mayBeUsed } from './may-be-used.mjs'

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
