import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** `TEST_ENGINE=postgres` runs the tests of the API on PostgreSQL; else they run on SQLite. */
export const testsPostgres: boolean = process.env['TEST_ENGINE'] === 'postgres'

/** `TEST_RETRIES=1` undoes every transaction once, as PostgreSQL may, before it is run for good. */
export const testsRetries: boolean = process.env['TEST_RETRIES'] === '1'

/** Where a test would have its SQLite file, it has a database of this address instead. */
export const noteDatabase = (file: string, url: string): void => writeFileSync(`${file}.postgres`, url)

/** Null where the test has an SQLite file. */
export const notedDatabase = (file: string): string | null =>
  existsSync(`${file}.postgres`) ? readFileSync(`${file}.postgres`, 'utf8') : null
