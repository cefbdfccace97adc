import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runVitest } from './run-vitest.mjs'

/** Where Debian keeps the programs of each version; elsewhere they are on the path. */
const DEBIAN_FOLDER = '/usr/lib/postgresql'

/**
 * The folder of PostgreSQL's own programs (`initdb`, `pg_ctl`), or null where there is none.
 * @returns {string | null}
 */
export function findPostgres() {
  return folders().find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}

/** Where Debian puts the pooler. */
export const PGBOUNCER = '/usr/sbin/pgbouncer'

function folders() {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : []
  const newestFirst = versions.toSorted((one, other) => Number(other) - Number(one))
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...newestFirst.map((version) => join(DEBIAN_FOLDER, version, 'bin')), ...onPath]
}

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
