export interface Random {
  /** In [0, 1). */
  next(): number
  /** True with this probability. */
  chance(probability: number): boolean
  pick<T>(list: readonly [T, ...T[]]): T
}

/** Deterministic (Mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    chance: (probability) => next() < probability,
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
  }
}
