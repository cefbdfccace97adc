/** One look at something that must not grow. */
export interface Sample {
  /** Seconds since the start. */
  at: number
  value: number
}

/**
 * By how much a straight line through the samples rises from the first to the last of them: single peaks count little, and a
 * steady leak counts whole.
 */
export function growth(samples: readonly Sample[]): number {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || samples.length < 3)
    throw new Error('Three samples are the least that a line can be told from.')
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [meanAt, meanValue] = [mean(({ at }) => at), mean(({ value }) => value)]
  const together = mean(({ at, value }) => (at - meanAt) * (value - meanValue))
  return (together / mean(({ at }) => (at - meanAt) ** 2)) * (last.at - first.at)
}

/** The least value of each of so many parts of the time: what is left in a heap when the garbage is out. */
export function floors(samples: readonly Sample[], parts: number): Sample[] {
  const length = Math.max(1, Math.floor(samples.length / parts))
  return Array.from({ length: Math.floor(samples.length / length) }, (_, part) => {
    const some = samples.slice(part * length, (part + 1) * length)
    return some.reduce((least, sample) => (sample.value < least.value ? sample : least))
  })
}
