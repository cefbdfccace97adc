import type { RateLimitName } from '../../contract/rate-limits'
import type { DatabaseWatch } from '../database/watch'
import type { SecurityEventName } from '../lib/security-log'

export const queueNames = ['outbox', 'webhooks', 'mirror'] as const

/** Work that waits to leave. */
export interface QueueState {
  name: (typeof queueNames)[number]
  waiting: number
  /** Epoch milliseconds since when the oldest waits; null where nothing does. */
  oldestAt: number | null
}

/** Where a public log stands. */
export interface LogState {
  mode: 'test' | 'live'
  size: number
  /** Epoch milliseconds of the newest cosignature; null without one. */
  witnessedAt: number | null
}

/** What is asked of the database when somebody looks. */
export interface MetricSources {
  queues(): Promise<readonly QueueState[]>
  logs(): Promise<readonly LogState[]>
}

/** Counters of this process. No label of theirs holds anything that a caller chose. */
export interface Metrics {
  database: DatabaseWatch
  requestBegan(): void
  /** @param route method and pattern, see `routeOf` */
  requestEnded(request: { route: string; status: number; seconds: number }): void
  limitPassed(limit: RateLimitName): void
  securityEvent(event: SecurityEventName): void
  setSources(sources: MetricSources): void
  /** Everything in the text format of Prometheus. */
  read(): Promise<{ contentType: string; text: string }>
}
