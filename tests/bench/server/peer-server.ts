/**
 * better-auth with its defaults, the same database engine and settings, served as its documentation
 * shows for `node:http`. Only its limits are off, like ours.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createServer } from 'node:http'
import { betterAuth } from 'better-auth'
import type { BetterAuthOptions } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import { Kysely } from 'kysely'
import { LibsqlDialect, openFile } from '../../../api/database/libsql'
import { addressOf } from './address-of'
import { endWithParent } from './end-with-parent'

endWithParent()
const database = openFile(process.env['BENCH_DATABASE'] ?? '')
const dialect = new LibsqlDialect({ database, insideTransaction: new AsyncLocalStorage<true>() })
const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
server.listen(0, '127.0.0.1')
const baseURL = await addressOf(server)
const options = {
  baseURL,
  secret: 'a secret of the bench, which nobody else uses',
  database: { db: new Kysely({ dialect }), type: 'sqlite' },
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
} satisfies BetterAuthOptions
await (await getMigrations(options)).runMigrations()
const answer = toNodeHandler(betterAuth(options))
process.send?.({ url: baseURL })
