import { findPostgres } from '../../../commands/test/servers.mjs'

export { findPostgres }

/** Tests that need PostgreSQL are skipped without it, unless `TEST_POSTGRES=required`, which the gate sets. */
export const hasPostgres: boolean = process.env['TEST_POSTGRES'] === 'required' || findPostgres() !== null
