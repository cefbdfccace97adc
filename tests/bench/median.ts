/** The middle value; the mean of the two middle values if their number is even. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  if (low === undefined || high === undefined) throw new Error('There is no median of nothing.')
  return (low + high) / 2
}

/** The time within which this share of all calls ended. @param part from 0 to 1 */
export function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  const found = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
  if (found === undefined) throw new Error('There is no percentile of nothing.')
  return found
}
