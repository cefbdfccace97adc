import type { Config } from '../../config'
import { createTurns } from '../files/turns'
import { openPostgresTurns } from './postgres-turns'

/** Work that must not run twice at once, in whatever process of the installation. */
export interface Turns {
  /** Runs the work when no earlier work for the same key is under way. @throws ApiError `service-unavailable` after half a minute */
  inTurn: <T>(key: string, work: () => Promise<T>) => Promise<T>
  /** Runs the work unless another process is at work of that name: then that one does it. */
  unlessUnderWay: (name: string, work: () => Promise<void>) => Promise<void>
  close: () => Promise<void>
}

/** Turns are kept by the database where several processes share one; with a file of its own there is one process. */
export function openTurns({ databaseUrl }: Pick<Config, 'databaseUrl'>): Turns {
  if (databaseUrl !== null) return openPostgresTurns(databaseUrl)
  return { inTurn: createTurns(), unlessUnderWay: (_name, work) => work(), close: async () => {} }
}
