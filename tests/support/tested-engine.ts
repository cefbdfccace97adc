import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** `TEST_ENGINE=postgres` runs the tests of the API on PostgreSQL; else they run on SQLite. */
export const testsPostgres: boolean = process.env['TEST_ENGINE'] === 'postgres'

/** Where a test would have its SQLite file, it has a database of this address instead. */
export const noteDatabase = (file: string, url: string): void => writeFileSync(`${file}.postgres`, url)

/** Null where the test has an SQLite file. */
export const notedDatabase = (file: string): string | null =>
  existsSync(`${file}.postgres`) ? readFileSync(`${file}.postgres`, 'utf8') : null
