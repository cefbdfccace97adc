import { hasPostgres } from './postgres/find-postgres'

/** The databases that an installation can have. */
export const engines = ['SQLite', 'PostgreSQL'] as const

export type Engine = (typeof engines)[number]

/** Whether it can be had on this machine; tests of one that cannot are skipped. */
export const isHere = (engine: Engine): boolean => engine === 'SQLite' || hasPostgres
