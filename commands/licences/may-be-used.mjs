import { allowedLicences } from './allowed-licences.mjs'

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
