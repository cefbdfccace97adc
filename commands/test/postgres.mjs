import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runVitest } from './run-suites.mjs'

/** Debian's folder of PostgreSQL versions; elsewhere they are on the PATH. */
const DEBIAN_FOLDER = '/usr/lib/postgresql'

/**
 * The folder of `initdb` and `pg_ctl`, if any.
 * @returns {string | null}
 */
export function findPostgres() {
  return folders().find((folder) => existsSync(join(folder, 'initdb'))) ?? null
}

/** Debian's path. */
export const PGBOUNCER = '/usr/sbin/pgbouncer'

function folders() {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : []
  const newestFirst = versions.toSorted((one, other) => Number(other) - Number(one))
  const onPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...newestFirst.map((version) => join(DEBIAN_FOLDER, version, 'bin')), ...onPath]
}

/** @typedef {import('./steps.mjs').Counts} Counts */

/**
 * Runs the API tests on PostgreSQL. If it is not installed they are one skipped test, unless
 * `TEST_POSTGRES=required`.
 * @param {{ scratch: string, env: Record<string, string | undefined> }} options see `runVitest`
 * @returns {Promise<Counts>}
 */
export async function runOnPostgres({ scratch, env }) {
  if (!isPostgresThere()) return { passed: 0, failed: 0, skipped: 1 }
  console.log('\nAPI tests on PostgreSQL:')
  return runVitest({ scratch, env: { ...env, TEST_ENGINE: 'postgres' }, projects: ['api', 'rest', 'processes'] })
}

/** Prints which tests are skipped. */
export function reportMissingPostgres() {
  if (!isPostgresThere()) console.log('PostgreSQL is not installed: tests that need it were skipped.')
  else if (!existsSync(PGBOUNCER)) console.log('PgBouncer is not installed: tests that need it were skipped.')
}

const isPostgresThere = () => process.env['TEST_POSTGRES'] === 'required' || findPostgres() !== null
