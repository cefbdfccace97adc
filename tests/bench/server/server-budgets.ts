/** What the server may cost beside others, in the same run: `npm run bench -- server` reads it here. */
export const serverBudgets = {
  /** Session reads a second, as a multiple of better-auth's. */
  readsToPeer: { atLeast: 8 },
  /** Sign-ins with a password a second, as a multiple of better-auth's. */
  signInsToPeer: { atLeast: 4 },
  /** Session reads a second, as a share of a bare `node:http` handler's that does the same look-up. */
  readsToBare: { atLeast: 0.5 },
  /** Session reads a second of ours on PostgreSQL, as a share of ours on SQLite in the same turns. */
  readsOnPostgres: { atLeast: 0.4 },
  /** From the start of the process to the first answer of `/health`, with a database that is there, in milliseconds. */
  startMs: { atMost: 1_000 },
} as const

/** Rounds in which everything that is compared is measured one after the other, and how long each load lasts. */
export const DEFAULT_ROUNDS = 5
export const MOST_ROUNDS = 50
export const LOAD_SECONDS = { reads: 3, signIns: 6 } as const

/** Reads of a round are measured in short turns: see `medianRound`. */
export const READ_TURNS = 5
export const READ_TURN_SECONDS = 1

/** How many members each contender gets; every one is logged in. */
export const MEMBERS = 100

/** Connections that are open at once, each with one request at a time. */
export const CONNECTIONS = { reads: 10, signIns: 8 } as const

/** Those of the table of waiting times. */
export const CONCURRENCIES = [1, 10, 50, 200] as const

export const STARTS = 5

/** Everybody's. */
export const PASSWORD = 'only for the bench'
