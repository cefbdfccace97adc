import { median } from '../median'
import type { Contender } from './contender'
import type { Load, LoadFigures } from './measure-load'
import type { Contenders } from './open-contenders'
import { CONNECTIONS, LOAD_SECONDS, READ_TURN_SECONDS, READ_TURNS } from './server-budgets'

/** Session reads of all contenders; ours on PostgreSQL only if it is installed. */
type ReadTurn = Record<keyof Contenders, LoadFigures> & { postgres?: LoadFigures }

/** Figures that were measured right after each other. */
export interface ServerTurns {
  reads: readonly ReadTurn[]
  signIns: readonly Record<'ours' | 'peer', LoadFigures>[]
}

/** All compared figures. */
export interface ServerRound {
  reads: Record<keyof Contenders, LoadFigures>
  signIns: Record<'ours' | 'peer', LoadFigures>
  /** Our responses per second, as a multiple of the other's. */
  ratios: Record<'readsToPeer' | 'readsToBare' | 'signInsToPeer', number> & {
    /** PostgreSQL's share of SQLite's; null if it is not installed. */
    readsOnPostgres: number | null
  }
}

/** Warm-up until Node has compiled the hot code. */
const WARM_UP_SECONDS = 9

/** @param postgres our API on PostgreSQL; null if it is not installed */
export async function measureRounds(
  load: Load,
  { contenders, postgres }: { contenders: Contenders; postgres: Contender | null },
  rounds: number,
  tell: (line: string) => void,
): Promise<ServerRound> {
  const { ours, peer, bare } = contenders
  for (const server of [ours, peer, bare, ...(postgres ? [postgres] : [])])
    await load.measure(server, 'reads', CONNECTIONS.reads, WARM_UP_SECONDS)
  const reads: ServerTurns['reads'][number][] = []
  const signIns: ServerTurns['signIns'][number][] = []
  for (let round = 1; round <= rounds; round += 1) {
    for (let turn = 0; turn < READ_TURNS; turn += 1) reads.push(await measureReads(load, contenders, postgres))
    signIns.push(await measureSignIns(load, contenders))
    tell(`round ${round} of ${rounds}`)
  }
  return medianRound({ reads, signIns })
}

/**
 * The median of each figure. Ratios are computed per turn: a shared machine is sometimes fast, sometimes slow, and two
 * measurements within seconds meet the same speed.
 */
export function medianRound({ reads, signIns }: ServerTurns): ServerRound {
  const ratio = (pairs: readonly (readonly [ours: LoadFigures, other: LoadFigures])[]) =>
    median(pairs.map(([ours, other]) => ours.perSecond / other.perSecond))
  return {
    reads: {
      ours: medianFigures(reads.map(({ ours }) => ours)),
      peer: medianFigures(reads.map(({ peer }) => peer)),
      bare: medianFigures(reads.map(({ bare }) => bare)),
    },
    signIns: {
      ours: medianFigures(signIns.map(({ ours }) => ours)),
      peer: medianFigures(signIns.map(({ peer }) => peer)),
    },
    ratios: {
      readsToPeer: ratio(reads.map(({ ours, peer }) => [ours, peer] as const)),
      readsToBare: ratio(reads.map(({ ours, bare }) => [ours, bare] as const)),
      signInsToPeer: ratio(signIns.map(({ ours, peer }) => [ours, peer] as const)),
      readsOnPostgres: reads.some(({ postgres }) => postgres)
        ? ratio(reads.flatMap(({ ours, postgres }) => (postgres ? [[postgres, ours] as const] : [])))
        : null,
    },
  }
}

async function measureReads(
  load: Load,
  { ours, peer, bare }: Contenders,
  postgres: Contender | null,
): Promise<ReadTurn> {
  const of = (server: Contender) => load.measure(server, 'reads', CONNECTIONS.reads, READ_TURN_SECONDS)
  const turn = { bare: await of(bare), ours: await of(ours), peer: await of(peer) }
  return postgres ? { ...turn, postgres: await of(postgres) } : turn
}

async function measureSignIns(load: Load, { ours, peer }: Contenders): Promise<ServerTurns['signIns'][number]> {
  const of = (server: Contenders['ours']) => load.measure(server, 'signIns', CONNECTIONS.signIns, LOAD_SECONDS.signIns)
  return { ours: await of(ours), peer: await of(peer) }
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
