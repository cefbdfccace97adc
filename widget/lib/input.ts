/** Parses what people type and choose. */
import { editDistance } from '../../contract/edit-distance'
import { PROFILE_IMAGE_MAX_BYTES } from '../../contract/limits'

/**
 * The number in a text; null without one. Some phones offer only their language's own comma and digits. A comma before
 * exactly three digits may be a thousands separator, so it is rejected.
 */
export function numberOf(text: string): number | null {
  const number = Number(latinDigits(text).replace(/^([+-]?\d*),(?!\d{3}$)(\d+)$/, '$1.$2'))
  return text && Number.isFinite(number) ? number : null
}

/** Replaces Arabic, Persian, Devanagari and full-width digits by Latin ones. */
export const latinDigits = (text: string): string =>
  text
    // In these scripts, the lowest four bits of a digit are its value, or its value plus six.
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => `${digit.charCodeAt(0) & 15}`)
    .replace(/[\u0966-\u096f]/g, (digit) => `${(digit.charCodeAt(0) & 15) - 6}`)

/** Why a file can't be a profile image; null if it can be sent. The server checks the content. */
export function imageProblem({ type, size }: Pick<File, 'type' | 'size'>): 'type' | 'size' | null {
  if (!type.startsWith('image/')) return 'type'
  return size <= PROFILE_IMAGE_MAX_BYTES ? null : 'size'
}

/** The most similar word: the one with the smallest edit distance, if that is at most a third of its length. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  const wanted = lettersOf(word)
  const [nearest] = words
    // The difference in length is a lower bound of the distance, so very long words need no comparison.
    .filter((one) => Math.abs(wanted.length - lettersOf(one).length) <= Math.max(wanted.length, one.length) / 3)
    .map((one) => ({ one, distance: editDistance(wanted, lettersOf(one)) }))
    .filter(({ one, distance }) => distance <= Math.max(wanted.length, one.length) / 3)
    // oxlint-disable-next-line unicorn/no-array-sort -- the array is ours; Firefox 114 has no toSorted
    .sort((a, b) => a.distance - b.distance)
  return nearest?.one
}

/** `firstName`, `First Name` and `first_name` all match `first-name`. */
const lettersOf = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
