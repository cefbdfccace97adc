import { timingSafeEqual } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { Hono } from 'hono'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type RateLimitName, rateLimits } from '../../contract/rate-limits'
import type { DatabaseWatch, PoolUse, QueueState } from '../database/transaction'
import { processMs, threadClock } from '../lib/clock'
import { ApiError } from '../lib/errors'
import { type SecurityEventName, securityEvents } from '../lib/security-log'
import type { RequestHooks } from './logging'
import { type AppEnv, routeOf } from './request'
import { methodNotAllowed } from './router'
import type { Services } from './services'

export interface LogState {
  mode: 'test' | 'live'
  size: number
  /** Epoch milliseconds of the newest cosignature; null without one. */
  witnessedAt: number | null
}

export interface MetricSources {
  queues(): Promise<readonly QueueState[]>
  logs(): Promise<readonly LogState[]>
}

/** Counters of this process. Labels never contain values chosen by callers. */
export interface Metrics {
  database: DatabaseWatch
  requestBegan(): void
  /** @param route method and pattern, see `routeOf` */
  requestEnded(request: { route: string; status: number; seconds: number }): void
  limitPassed(limit: RateLimitName): void
  securityEvent(event: SecurityEventName): void
  setSources(sources: MetricSources): void
  /** Ends the measuring of the event loop. */
  stop(): void
  /** Prometheus text format. */
  read(): Promise<{ contentType: string; text: string }>
}

const METRICS_PATH = '/metrics'

/** @param options.token METRICS_TOKEN, required of callers */
export function bindMetrics(
  app: Hono<AppEnv>,
  metrics: Metrics,
  { services: { secrets }, token }: { services: Pick<Services, 'secrets'>; token: string | null },
): void {
  const expected = token === null ? null : Buffer.from(secrets.digest(token))
  app.get(METRICS_PATH, async (context) => {
    const sent = /^Bearer +(\S+)$/iu.exec(context.req.header('authorization')?.trim() ?? '')?.[1] ?? ''
    // Digests have equal lengths, so the comparison is constant-time.
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

/** From a cache hit to a client timeout. */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const QUERY_SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10]

/** Nothing that a caller sends may hold the event loop for 0.05 s. */
const LOOP_SECONDS = [0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.075, 0.1, 0.25, 0.5, 1, 2.5]
const LOOP_TIMER_MS = 5

const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const

/** Includes Node's defaults: process, memory, garbage collection, event loop. */
export function createPrometheusMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const limits = new Counter({
    name: 'membership_rate_limit_refusals_total',
    help: 'Requests, or parts of them, that a rate limit refused, by its name in contract/rate-limits.',
    labelNames: ['limit'],
    registers,
  })
  const events = new Counter({
    name: 'membership_security_events_total',
    help: 'Events of the security log: sign-ups, logins, refusals and others.',
    labelNames: ['event', 'outcome'],
    registers,
  })
  // Start at 0: Prometheus cannot see the first increase of a missing series.
  for (const limit of Object.keys(rateLimits)) limits.inc({ limit }, 0)
  for (const [event, { outcome }] of Object.entries(securityEvents)) events.inc({ event, outcome }, 0)
  return {
    ...watchRequests(registry),
    ...watchEventLoop(registry),
    database: watchDatabase(registry),
    limitPassed: (limit) => limits.inc({ limit }),
    securityEvent: (event) => events.inc({ event, outcome: securityEvents[event].outcome }),
    setSources: (sources) => addSourceGauges(registry, sources),
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}

function watchRequests(registry: Registry): Pick<Metrics, 'requestBegan' | 'requestEnded'> {
  const inFlight = new Gauge({
    name: 'membership_http_requests_in_flight',
    help: 'Requests in progress, including comment streams.',
    registers: [registry],
  })
  const duration = new Histogram({
    name: 'membership_http_request_duration_seconds',
    help: 'Response time, by method, route pattern and status class.',
    labelNames: ['route', 'status'],
    buckets: REQUEST_SECONDS,
    registers: [registry],
  })
  return {
    requestBegan: () => inFlight.inc(),
    requestEnded({ route, status, seconds }) {
      inFlight.dec()
      duration.observe({ route, status: STATUS_CLASSES[Math.floor(status / 100) - 1] ?? 'other' }, seconds)
    },
  }
}

/**
 * How much later than due a timer runs: work that began before it was due holds it for up to `LOOP_TIMER_MS` longer. On a busy machine the
 * delay includes waiting for a core, so `processor` is limited by the processor time since the timer last ran.
 */
function watchEventLoop(registry: Registry): Pick<Metrics, 'stop'> {
  const delay = new Histogram({
    name: 'membership_event_loop_delay_seconds',
    help: 'How long the event loop was held: on the clock, and at most the processor time used meanwhile.',
    labelNames: ['time'],
    buckets: LOOP_SECONDS,
    registers: [registry],
  })
  const processorMs = threadClock() ?? processMs
  let [at, used] = [performance.now(), processorMs()]
  const timer = setInterval(() => {
    const [now, usedNow] = [performance.now(), processorMs()]
    const lateMs = Math.max(0, now - at - LOOP_TIMER_MS)
    delay.observe({ time: 'clock' }, lateMs / 1000)
    delay.observe({ time: 'processor' }, Math.min(lateMs, usedNow - used) / 1000)
    ;[at, used] = [now, usedNow]
  }, LOOP_TIMER_MS).unref()
  return { stop: () => clearInterval(timer) }
}

function watchDatabase(registry: Registry): DatabaseWatch {
  const duration = new Histogram({
    name: 'membership_database_query_duration_seconds',
    help: 'Duration of a statement, without the wait for a connection.',
    labelNames: ['outcome'],
    buckets: QUERY_SECONDS,
    registers: [registry],
  })
  return {
    queried: (seconds, isFailed) => duration.observe({ outcome: isFailed ? 'error' : 'ok' }, seconds),
    hasPool: (look) => addPoolGauge(registry, look),
  }
}

const POOL_GAUGE = 'membership_database_pool_connections'

function addPoolGauge(registry: Registry, look: () => PoolUse): void {
  // A start that waits for its database opens a new pool at each attempt.
  registry.removeSingleMetric(POOL_GAUGE)
  const gauge: Gauge = new Gauge({
    name: POOL_GAUGE,
    help: 'Connections to PostgreSQL: in use, idle, and requests waiting for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { open, idle, waiting } = look()
      gauge.set({ state: 'used' }, open - idle)
      gauge.set({ state: 'idle' }, idle)
      gauge.set({ state: 'waiting' }, waiting)
    },
  })
}

const CACHED_MS = 5_000

/** Missing while the database does not respond. */
function addSourceGauges(registry: Registry, sources: MetricSources): void {
  const [queues, logs] = [cached(() => sources.queues()), cached(() => sources.logs())]
  addGauge(registry, {
    name: 'membership_queue_waiting',
    help: 'Queued emails, webhooks and copies, of all processes.',
    label: 'queue',
    look: async () => (await queues()).map(({ name, waiting }) => [name, waiting]),
  })
  addGauge(registry, {
    name: 'membership_queue_oldest_age_seconds',
    help: 'Age of the oldest entry of a queue; 0 if the queue is empty.',
    label: 'queue',
    look: async () => (await queues()).map(({ name, oldestAt }) => [name, ageOf(oldestAt)]),
  })
  addGauge(registry, {
    name: 'membership_log_size',
    help: 'Entries of the public log of TrustTags.',
    label: 'mode',
    look: async () => (await logs()).map(({ mode, size }) => [mode, size]),
  })
  addGauge(registry, {
    name: 'membership_log_witnessed_timestamp_seconds',
    help: 'When a witness last signed the public log of TrustTags; absent before the first signature.',
    label: 'mode',
    look: async () =>
      (await logs()).flatMap(({ mode, witnessedAt }) => (witnessedAt === null ? [] : [[mode, witnessedAt / 1000]])),
  })
}

const ageOf = (at: number | null): number => (at === null ? 0 : Math.max(0, (Date.now() - at) / 1000))

interface LookedUp {
  name: string
  help: string
  label: string
  look: () => Promise<[string, number][]>
}

function addGauge(registry: Registry, { name, help, label, look }: LookedUp): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      gauge.reset()
      for (const [value, number] of await look()) gauge.set({ [label]: value }, number)
    },
  })
}

/** Empty after an error. Frequent scrapes get the cached result. */
function cached<T>(ask: () => Promise<readonly T[]>): () => Promise<readonly T[]> {
  let last: { at: number; answer: Promise<readonly T[]> } | null = null
  return () => {
    const now = Date.now()
    if (last === null || now - last.at >= CACHED_MS) last = { at: now, answer: ask().catch(() => []) }
    return last.answer
  }
}
