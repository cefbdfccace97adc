import { existsSync } from 'node:fs'
import { findPostgres, PGBOUNCER } from './find-postgres.mjs'
import { runVitest } from './run-vitest.mjs'

/** @typedef {import('./steps.mjs').Counts} Counts */

/**
 * The tests of the API once more, on PostgreSQL. Where it is not installed they count as one that was skipped, unless
 * `TEST_POSTGRES=required`: then they run, and fail.
 * @param {{ scratch: string, env: Record<string, string | undefined> }} options see `runVitest`
 * @returns {Promise<Counts>}
 */
export async function runOnPostgres({ scratch, env }) {
  if (!isPostgresThere()) return { passed: 0, failed: 0, skipped: 1 }
  console.log('\nThe tests of the API on PostgreSQL:')
  return runVitest({ scratch, env: { ...env, TEST_ENGINE: 'postgres' }, projects: ['api', 'rest'] })
}

/** Says in one line what is not tested. */
export function tellWithoutPostgres() {
  if (!isPostgresThere()) console.log('PostgreSQL is not installed here: tests that need it are skipped.')
  else if (!existsSync(PGBOUNCER)) console.log('PgBouncer is not installed here: tests that need it are skipped.')
}

const isPostgresThere = () => process.env['TEST_POSTGRES'] === 'required' || findPostgres() !== null
