import type { Config } from '../../config'
import type { Metrics } from '../../ports/metrics'

/**
 * The counters of this process; null where nobody may read them. The library behind them is loaded only then: it costs
 * every start some milliseconds, and every request a little.
 */
export async function openMetrics({ metricsToken }: Pick<Config, 'metricsToken'>): Promise<Metrics | null> {
  if (metricsToken === null) return null
  const { createPrometheusMetrics } = await import('./prometheus-metrics')
  return createPrometheusMetrics()
}
