import { timingSafeEqual } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { Hono } from 'hono'
import { ApiError } from '../lib/errors'
import type { Metrics } from '../ports/metrics'
import type { Services } from '../ports/services'
import type { AppEnv } from './request'
import type { RequestHooks } from './logging'
import { methodNotAllowed } from './router'
import { routeOf } from './request'

/** Where Prometheus looks. */
export const METRICS_PATH = '/metrics'

/**
 * Tells the counters to whoever has the token. They say how much is going on here, which is
 * nobody else's business.
 * @param options.token METRICS_TOKEN
 */
export function bindMetrics(
  app: Hono<AppEnv>,
  metrics: Metrics,
  { services: { secrets }, token }: { services: Pick<Services, 'secrets'>; token: string | null },
): void {
  const expected = token === null ? null : Buffer.from(secrets.digest(token))
  app.get(METRICS_PATH, async (context) => {
    const sent = /^Bearer +(\S+)$/iu.exec(context.req.header('authorization')?.trim() ?? '')?.[1] ?? ''
    // Digests are compared, so that how long it takes tells nothing about the token.
    if (expected === null || !timingSafeEqual(expected, Buffer.from(secrets.digest(sent))))
      throw new ApiError('access-denied')
    const { contentType, text } = await metrics.read()
    return context.body(text, 200, { 'Content-Type': contentType })
  })
  app.all(METRICS_PATH, methodNotAllowed(['GET']))
}

export const countRequests = (metrics: Metrics): RequestHooks => ({
  begin: () => metrics.requestBegan(),
  end(context, startedAt) {
    const seconds = (performance.now() - startedAt) / 1000
    metrics.requestEnded({ route: routeOf(context), status: context.res.status, seconds })
  },
})
