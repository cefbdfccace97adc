import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { rateLimits } from '../../../contract/rate-limits'
import { securityEvents } from '../../lib/security-log'
import type { Metrics } from '../../ports/metrics'
import type { DatabaseWatch, PoolUse } from '../../database/watch'
import { addSourceGauges } from './source-gauges'

/** From a look into memory to what no client waits for any more. */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const QUERY_SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10]

const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const

/** Counters for Prometheus, with what Node says of process, memory, garbage and event loop. */
export function createPrometheusMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const limits = new Counter({
    name: 'membership_rate_limit_refusals_total',
    help: 'Requests, or parts of them, that a limit turned away, by its name in contract/rate-limits.',
    labelNames: ['limit'],
    registers,
  })
  const events = new Counter({
    name: 'membership_security_events_total',
    help: 'Events of the security log: sign-ups, logins, refusals and others.',
    labelNames: ['event', 'outcome'],
    registers,
  })
  // What has not happened yet is nought, and not unknown: else its first time would be no increase.
  for (const limit of Object.keys(rateLimits)) limits.inc({ limit }, 0)
  for (const [event, { outcome }] of Object.entries(securityEvents)) events.inc({ event, outcome }, 0)
  return {
    ...watchRequests(registry),
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
    help: 'Requests that are being answered, streams of comments among them.',
    registers: [registry],
  })
  const duration = new Histogram({
    name: 'membership_http_request_duration_seconds',
    help: 'Time until a request was answered, by method and pattern of its route and class of its status.',
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

function watchDatabase(registry: Registry): DatabaseWatch {
  const duration = new Histogram({
    name: 'membership_database_query_duration_seconds',
    help: 'Time of a statement, without the wait for a connection.',
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
  // A start that waits for its database opens a pool at each try.
  registry.removeSingleMetric(POOL_GAUGE)
  const gauge: Gauge = new Gauge({
    name: POOL_GAUGE,
    help: 'Connections to PostgreSQL that are used and idle, and who waits for one.',
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
