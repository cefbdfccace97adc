import { FILE_SUFFIX, findSecretOfFile, findSetting, settingNames, withFile } from './reader'
import type { Environment } from '../lib/settings'

/** Short names are near to many words that mean something else. */
const SHORT = 8

/**
 * Variables that look like ours and are none: nobody reads them, and what they were to say is not done.
 * @returns a sentence for each; it repeats no value
 */
export function unknownSettings(env: Environment): string[] {
  return Object.entries(withFile(env)).flatMap(([name, value]) => {
    if (!value?.trim() || findSetting(name) || findSecretOfFile(name)) return []
    const plain = name.endsWith(FILE_SUFFIX) ? name.slice(0, -FILE_SUFFIX.length) : null
    if (plain !== null && findSetting(plain)) return [`${name} is not read: only a secret can come from a file.`]
    const meant = nearest(name)
    return meant === null ? [] : [`${name} is not a setting, so it is not read. Did you mean ${meant}?`]
  })
}

function nearest(name: string): string | null {
  const limit = name.length < SHORT ? 1 : 2
  const near = settingNames
    .map((known) => ({ known, distance: editDistance(name.toUpperCase(), known) }))
    .filter(({ distance }) => distance <= limit)
  return near.toSorted((one, other) => one.distance - other.distance)[0]?.known ?? null
}

/** How many letters must be put in, taken out, replaced, or changed with their neighbour. */
export function editDistance(from: string, to: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const cost = from[i - 1] === to[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + cost,
        swapped ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[beforeLast, last] = [last, row]
  }
  return at(last, to.length)
}

const at = (row: readonly number[] | undefined, index: number): number => row?.[index] ?? Number.POSITIVE_INFINITY
