import { hasPostgres } from './postgres/find-postgres'

export const engines = ['SQLite', 'PostgreSQL'] as const

export type Engine = (typeof engines)[number]

/** Whether it is installed; tests of a missing engine are skipped. */
export const isHere = (engine: Engine): boolean => engine === 'SQLite' || hasPostgres
