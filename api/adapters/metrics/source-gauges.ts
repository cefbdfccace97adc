import { Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import type { MetricSources } from '../../ports/metrics'

/** However often somebody looks, the database is asked no more often. */
const KEPT_MS = 5_000

/** Gauges whose values are in the database. Where it does not answer they are missing, and the others are told. */
export function addSourceGauges(registry: Registry, sources: MetricSources): void {
  const [queues, logs] = [kept(() => sources.queues()), kept(() => sources.logs())]
  addGauge(registry, {
    name: 'membership_queue_waiting',
    help: 'Mails, webhooks and copies that wait to leave, of all processes together.',
    label: 'queue',
    look: async () => (await queues()).map(({ name, waiting }) => [name, waiting]),
  })
  addGauge(registry, {
    name: 'membership_queue_oldest_age_seconds',
    help: 'How long the oldest of a queue has waited; 0 when nothing does.',
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
    help: 'When a witness last signed the public log of TrustTags; missing before the first time.',
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
  /** Values of the label with theirs. */
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

/** The last answer for a while; nothing when none could be had. */
function kept<T>(ask: () => Promise<readonly T[]>): () => Promise<readonly T[]> {
  let last: { at: number; answer: Promise<readonly T[]> } | null = null
  return () => {
    const now = Date.now()
    if (last === null || now - last.at >= KEPT_MS) last = { at: now, answer: ask().catch(() => []) }
    return last.answer
  }
}
