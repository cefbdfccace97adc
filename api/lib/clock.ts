export interface Clock {
  /** Epoch milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** A time in epoch milliseconds as ISO 8601, UTC. */
export const toIso = (time: number): string => new Date(time).toISOString()

export const toIsoOrNull = (time: number | null): string | null => (time === null ? null : toIso(time))
