import { median } from '../median'
import type { Load, LoadFigures } from './measure-load'
import type { Contenders } from './open-contenders'
import { CONNECTIONS, LOAD_SECONDS } from './server-budgets'

/** Everything that is compared, measured one after the other. */
export interface ServerRound {
  reads: Record<keyof Contenders, LoadFigures>
  signIns: Record<'ours' | 'peer', LoadFigures>
}

/** Until Node has compiled what is asked most. */
const WARM_UP_SECONDS = 3 * LOAD_SECONDS.reads

/** @returns the median of each figure by itself */
export async function measureRounds(
  load: Load,
  contenders: Contenders,
  rounds: number,
  tell: (line: string) => void,
): Promise<ServerRound> {
  const { ours, peer, bare } = contenders
  for (const server of [ours, peer, bare]) await load.measure(server, 'reads', CONNECTIONS.reads, WARM_UP_SECONDS)
  const all: ServerRound[] = []
  for (let round = 1; round <= rounds; round += 1) {
    all.push(await measureRound(load, contenders))
    tell(`round ${round} of ${rounds}`)
  }
  const of = (figures: (round: ServerRound) => LoadFigures) => medianFigures(all.map(figures))
  return {
    reads: {
      ours: of((round) => round.reads.ours),
      peer: of((round) => round.reads.peer),
      bare: of((round) => round.reads.bare),
    },
    signIns: { ours: of((round) => round.signIns.ours), peer: of((round) => round.signIns.peer) },
  }
}

async function measureRound(load: Load, { ours, peer, bare }: Contenders): Promise<ServerRound> {
  const reads = (server: Contenders['ours']) => load.measure(server, 'reads', CONNECTIONS.reads, LOAD_SECONDS.reads)
  const signIns = (server: Contenders['ours']) =>
    load.measure(server, 'signIns', CONNECTIONS.signIns, LOAD_SECONDS.signIns)
  return {
    reads: { bare: await reads(bare), ours: await reads(ours), peer: await reads(peer) },
    signIns: { ours: await signIns(ours), peer: await signIns(peer) },
  }
}

function medianFigures(all: readonly LoadFigures[]): LoadFigures {
  const of = (value: (figures: LoadFigures) => number) => median(all.map(value))
  const isTold = all.every(({ processorUs }) => processorUs !== null)
  return {
    perSecond: of(({ perSecond }) => perSecond),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    processorUs: isTold ? of(({ processorUs }) => processorUs ?? 0) : null,
  }
}
