/**
 * A small fault in a rule, and the tests of its feature, which must detect it. `find` must match exactly once in all source
 * files, in any file: files may move, and private names may change.
 * @typedef {object} Mutant
 * @property {string} feature
 * @property {RegExp} find
 * @property {string} put the replacement, as of `String.replace`
 * @property {readonly string[]} tests parts of the paths of test files
 */

/** @param {string} feature @param {RegExp} find @param {string} put @param {...string} tests @returns {Mutant} */
export const mutant = (feature, find, put, ...tests) => ({ feature, find, put, tests })
