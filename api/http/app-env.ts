import type { IncomingHttpHeaders } from 'node:http'
import type { Caller } from '../ports/security-log'

/** What Hono hands to every route: the Node socket (absent when a test calls `app.request` without it) and our own values. */
export interface AppEnv {
  Bindings: {
    incoming?: { socket?: { remoteAddress?: string | undefined }; headers?: IncomingHttpHeaders }
    outgoing?: object
  }
  Variables: {
    /** Names one request in the log and in `X-Request-Id`. */
    requestId: string
    /** Who asks, as far as it is known by now. */
    caller: Caller
    /** What the answer says to the page that asks; absent where nothing is said: see `cors`. */
    cors?: 'call' | 'preflight'
    /** Whether the answer has every header already: see `answerJson`. */
    isWhole?: true
  }
}
