/**
 * A small fault in a rule, and the tests of that rule's feature, which have to notice it. `find` is searched in all source
 * files and must be there once, wherever that is: a file may move, and names that are private may change.
 * @typedef {object} Mutant
 * @property {string} feature
 * @property {RegExp} find
 * @property {string} put what stands there instead, as of `String.replace`
 * @property {readonly string[]} tests parts of the paths of test files
 */

/** @param {string} feature @param {RegExp} find @param {string} put @param {...string} tests @returns {Mutant} */
export const mutant = (feature, find, put, ...tests) => ({ feature, find, put, tests })
