import { findPostgres } from '../../../commands/test/servers.mjs'

export { findPostgres }

const wanted = process.env['TEST_POSTGRES']

/** Tests that need PostgreSQL are skipped without it. The gate sets `off`, `npm run test:full` sets `required`. */
export const hasPostgres: boolean = wanted === 'required' || (wanted !== 'off' && findPostgres() !== null)
