/** The word that was probably meant: the one that takes the fewest changes of a letter, where they are few. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  const wanted = plain(word)
  const [nearest] = words
    // As many letters must be put in as are missing: a word of a million letters need not be compared.
    .filter((one) => Math.abs(wanted.length - plain(one).length) <= Math.max(wanted.length, one.length) / 3)
    .map((one) => ({ one, far: distance(wanted, plain(one)) }))
    .filter(({ one, far }) => far <= Math.max(wanted.length, one.length) / 3)
    // oxlint-disable-next-line unicorn/no-array-sort -- what filter gives is ours; Firefox 114 has no toSorted
    .sort((a, b) => a.far - b.far)
  return nearest?.one
}

/** `firstName`, `First Name` and `first_name` are `first-name` to whoever writes them. */
const plain = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** How many letters to put in, leave out or replace (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of from.split('').entries()) {
    const next = [index + 1]
    for (let at = 0; at < to.length; at += 1) {
      const replaced = (row[at] ?? 0) + (letter === to[at] ? 0 : 1)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
