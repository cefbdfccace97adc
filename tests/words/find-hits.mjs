import { fixedTexts, patterns } from './patterns.mjs'
import { readProse } from './prose.mjs'

/**
 * @typedef {import('./prose.mjs').Prose & { risk: 'low' | 'medium', instead: string, found: string }} Hit
 */

/**
 * The places of the repository where a person reads a word of the table.
 * @param {string} root
 * @returns {Hit[]}
 */
export function findHits(root) {
  return readProse(root).flatMap(hitsIn)
}

/** @param {import('./prose.mjs').Prose} prose @returns {Hit[]} */
export function hitsIn(prose) {
  if (fixedTexts.some((fixed) => prose.text.includes(fixed))) return []
  return patterns.flatMap(({ pattern, instead, risk }) => {
    const found = pattern.exec(prose.text)?.[0]
    return found === undefined ? [] : [{ ...prose, risk, instead, found }]
  })
}
