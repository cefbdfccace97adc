export interface Sample {
  /** Seconds since the start. */
  at: number
  value: number
}

/** Rise of a linear fit from the first to the last sample: peaks count little, a steady leak fully. */
export function growth(samples: readonly Sample[]): number {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || samples.length < 3) throw new Error('A linear fit needs at least three samples.')
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [meanAt, meanValue] = [mean(({ at }) => at), mean(({ value }) => value)]
  const together = mean(({ at, value }) => (at - meanAt) * (value - meanValue))
  return (together / mean(({ at }) => (at - meanAt) ** 2)) * (last.at - first.at)
}

/** The minimum of each part of the time: the heap after garbage collection. */
export function floors(samples: readonly Sample[], parts: number): Sample[] {
  const length = Math.max(1, Math.floor(samples.length / parts))
  return Array.from({ length: Math.floor(samples.length / length) }, (_, part) => {
    const some = samples.slice(part * length, (part + 1) * length)
    return some.reduce((least, sample) => (sample.value < least.value ? sample : least))
  })
}
