import type { Handler } from 'hono'
import type { AppEnv } from './app-env'
import type { Readiness } from './readiness'

/** `GET /ready`: 200 `{"status":"ready"}`, or 503 `{"status":"unavailable","failing":[…]}` with the names of parts, and no more. */
export function ready(readiness: Readiness): Handler<AppEnv> {
  return async (context) => {
    const failing = await readiness.look()
    return failing.length === 0
      ? context.json({ status: 'ready' })
      : context.json({ status: 'unavailable', failing }, 503)
  }
}
