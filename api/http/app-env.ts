/** What Hono hands to every route: the Node socket (absent when a test calls `app.request` without it) and our own values. */
export interface AppEnv {
  Bindings: { incoming?: { socket?: { remoteAddress?: string | undefined } } }
  Variables: {
    /** Names one request in the log and, on an unexpected error, in `X-Request-Id`. */
    requestId: string
  }
}
