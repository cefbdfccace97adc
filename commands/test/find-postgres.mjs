import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

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
