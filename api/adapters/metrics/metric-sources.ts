import { proofModes } from '../../../contract/proof-paths'
import type { LogState, MetricSources, QueueState } from '../../ports/metrics'
import type { Services } from '../../ports/services'

/** What the queues and the public logs of this installation say when they are asked. */
export const metricSources = ({ store }: Pick<Services, 'store'>): MetricSources => ({
  queues: (): Promise<QueueState[]> => store.queueStates(),
  logs: () => Promise.all(proofModes.map((mode) => readLog(store, mode))),
})

async function readLog({ log }: Services['store'], mode: LogState['mode']): Promise<LogState> {
  const head = await log.head(mode)
  const cosigned = await log.newestCosigned(mode)
  const times = cosigned?.cosignatures.map(({ time }) => time) ?? []
  return { mode, size: head?.size ?? 0, witnessedAt: times.length > 0 ? Math.max(...times) * 1000 : null }
}
