import type { Handler } from 'hono'
import type { AppEnv } from './app-env'

/**
 * `GET /health`: 200 `{"status":"ok"}` as long as the process answers at all. It asks nobody: a database that is away is no
 * reason to kill a process that waits for it. Whether requests are to be sent here, `/ready` says.
 */
export const health: Handler<AppEnv> = (context) => context.json({ status: 'ok' })
