/**
 * How many letters two words differ by: inserted, deleted, replaced, or swapped with their neighbor (Damerau-Levenshtein, without further
 * edits of swapped letters). The difference in length is a lower bound: compare it first where words are many.
 */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = at(last, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1)
      // Never before the first letters: no letter is undefined.
      const isSwapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row.push(
        Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced, isSwapped ? at(beforeLast, j - 2) + 1 : replaced),
      )
    }
    beforeLast = last
    last = row
  }
  return at(last, to.length)
}

const at = (row: readonly number[], index: number): number => row[index] ?? 0
