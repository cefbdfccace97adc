/** The server's budgets, relative to others in the same run: `npm run bench -- server` reads them here. */
export const serverBudgets = {
  /** Session reads a second, as a multiple of better-auth's. */
  readsToPeer: { atLeast: 8 },
  /** Password logins per second, as a multiple of better-auth's. */
  signInsToPeer: { atLeast: 4 },
  /** Session reads per second, as a share of a bare `node:http` handler's with the same lookup. */
  readsToBare: { atLeast: 0.5 },
  /** Our session reads per second on PostgreSQL, as a share of those on SQLite in the same turns. */
  readsOnPostgres: { atLeast: 0.4 },
  /** Milliseconds from process start to the first response of `/health`, with an existing database. */
  startMs: { atMost: 1_000 },
} as const

/** Rounds, each of which measures all contenders one after the other, and the duration of each load. */
export const DEFAULT_ROUNDS = 5
export const MOST_ROUNDS = 50
export const LOAD_SECONDS = { reads: 3, signIns: 6 } as const

/** The reads of a round are measured in short turns: see `medianRound`. */
export const READ_TURNS = 5
export const READ_TURN_SECONDS = 1

/** Members per contender; every one is logged in. */
export const MEMBERS = 100

/** Open connections, each with one request at a time. */
export const CONNECTIONS = { reads: 10, signIns: 8 } as const

/** Connections in the table of waiting times. */
export const CONCURRENCIES = [1, 10, 50, 200] as const

export const STARTS = 5

/** The password of all members. */
export const PASSWORD = 'only for the bench'
