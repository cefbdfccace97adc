import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** `TEST_ENGINE=postgres` runs the API tests on PostgreSQL instead of SQLite. */
export const testsPostgres: boolean = process.env['TEST_ENGINE'] === 'postgres'

/** `TEST_RETRIES=1` rolls every transaction back once before running it again, as PostgreSQL may. */
export const testsRetries: boolean = process.env['TEST_RETRIES'] === '1'

/** On PostgreSQL, the test has this database instead of the SQLite file. */
export const noteDatabase = (file: string, url: string): void => writeFileSync(`${file}.postgres`, url)

/** Null for an SQLite file. */
export const notedDatabase = (file: string): string | null =>
  existsSync(`${file}.postgres`) ? readFileSync(`${file}.postgres`, 'utf8') : null
