import { findPostgres } from '../../../commands/test/postgres.mjs'

export { findPostgres }

/**
 * Whether the tests that need PostgreSQL run here. Where it is not installed they are skipped, unless
 * `TEST_POSTGRES=required`, which the gate sets: then its absence fails them.
 */
export const hasPostgres: boolean = process.env['TEST_POSTGRES'] === 'required' || findPostgres() !== null
