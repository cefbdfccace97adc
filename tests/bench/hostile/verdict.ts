import { median } from '../median'
import type { HostileRequest } from './hostile-request'

/** What one round measured of one request. Times in milliseconds. */
export interface Round {
  /** The server's processor time for each request that was sent, the probe's share taken off. */
  processorMs: number
  /** The longest waits while the request ran, and in an idle run of the same length. */
  health: Waits
  member: Waits
  /** Answers to the probe other than 200. */
  probeFailures: number
  /** Whether the server still ran afterwards. */
  survived: boolean
}

export interface Waits {
  busyMs: number
  idleMs: number
}

/** What a request may cost; an owner's is judged by the waiting alone, and more strictly. */
export const hostileBudgets = {
  processorMs: 250,
  waitMs: 100,
  ownerWaitMs: 50,
} as const

export interface Verdict {
  /** Medians of the rounds; waits are what exceeded the idle run of the same round, at least 0. */
  processorMs: number
  healthMs: number
  memberMs: number
  /** What is over its budget; empty where all is kept. */
  missed: string[]
}

/** @param rounds at least one */
export function judge(request: Pick<HostileRequest, 'by' | 'judgedByWaitingAlone'>, rounds: readonly Round[]): Verdict {
  const excess = ({ busyMs, idleMs }: Waits) => Math.max(0, busyMs - idleMs)
  const processorMs = median(rounds.map((round) => round.processorMs))
  const healthMs = median(rounds.map(({ health }) => excess(health)))
  const memberMs = median(rounds.map(({ member }) => excess(member)))
  const isOwners = request.by === 'secret key'
  const waitMs = isOwners ? hostileBudgets.ownerWaitMs : hostileBudgets.waitMs
  const missed = [
    ...(!isOwners && !request.judgedByWaitingAlone && processorMs > hostileBudgets.processorMs ? ['processor'] : []),
    ...(healthMs > waitMs ? ['/health'] : []),
    ...(memberMs > waitMs ? ['session read'] : []),
    ...(median(rounds.map(({ probeFailures }) => probeFailures)) > 0 ? ['probe refused'] : []),
    ...(rounds.every(({ survived }) => survived) ? [] : ['server ended']),
  ]
  return { processorMs, healthMs, memberMs, missed }
}
