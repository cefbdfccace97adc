import type { Handler } from 'hono'
import type { Services } from '../ports/services'
import type { AppEnv } from './app-env'

/** `GET /health`: 200 `{"status":"ok"}` while the database answers, else 503. */
export function health({ store }: Pick<Services, 'store'>): Handler<AppEnv> {
  return async (context) => {
    try {
      await store.ping()
      return context.json({ status: 'ok' })
    } catch {
      return context.json({ status: 'unavailable' }, 503)
    }
  }
}
