import { setTimeout as pause } from 'node:timers/promises'

/** PostgreSQL's codes for two transactions that cannot both go on: one is rolled back as a whole, and may simply begin again. */
const conflictCodes = new Set(['40001', '40P01'])

const TRIES_MAX = 5
const PAUSE_MAX_MS = 50

/** Runs a transaction again when the engine gave it up for another one. Everything it did was undone. */
export async function retryConflicts<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : ''
      if (tries >= TRIES_MAX || typeof code !== 'string' || !conflictCodes.has(code)) throw error
      await pause(Math.random() * PAUSE_MAX_MS)
    }
  }
}
