import { median } from '../median'
import type { HostileRequest } from './hostile-request'

/** Figures of one request in one round. Times in milliseconds. */
export interface Round {
  /** The server's processor time per request, without the probe's share. */
  processorMs: number
  /** The longest waits while the request ran, and in an idle run of the same length. */
  health: Waits
  member: Waits
  query: Waits
  /** Responses to the probe other than 200. */
  probeFailures: number
  /** Whether the server still ran afterwards. */
  survived: boolean
}

export interface Waits {
  busyMs: number
  idleMs: number
}

/** Budget of a request. An owner's request is judged by waiting time only, with a stricter limit. */
export const hostileBudgets = {
  processorMs: 250,
  waitMs: 100,
  ownerWaitMs: 50,
} as const

export interface Verdict {
  /** Medians of the rounds. A wait is the excess over the idle run of the same round, at least 0. */
  processorMs: number
  healthMs: number
  memberMs: number
  queryMs: number
  /** The exceeded budgets; empty if all are met. */
  missed: string[]
}

/** @param rounds at least one */
export function judge(request: Pick<HostileRequest, 'by' | 'judgedByWaitingAlone'>, rounds: readonly Round[]): Verdict {
  const excess = ({ busyMs, idleMs }: Waits) => Math.max(0, busyMs - idleMs)
  const processorMs = median(rounds.map((round) => round.processorMs))
  const healthMs = median(rounds.map(({ health }) => excess(health)))
  const memberMs = median(rounds.map(({ member }) => excess(member)))
  const queryMs = median(rounds.map(({ query }) => excess(query)))
  const isOwners = request.by === 'secret key'
  const waitMs = isOwners ? hostileBudgets.ownerWaitMs : hostileBudgets.waitMs
  const missed = [
    ...(!isOwners && !request.judgedByWaitingAlone && processorMs > hostileBudgets.processorMs ? ['processor'] : []),
    ...(healthMs > waitMs ? ['/health'] : []),
    ...(memberMs > waitMs ? ['session read'] : []),
    ...(queryMs > waitMs ? ['query'] : []),
    ...(median(rounds.map(({ probeFailures }) => probeFailures)) > 0 ? ['probe refused'] : []),
    ...(rounds.every(({ survived }) => survived) ? [] : ['server ended']),
  ]
  return { processorMs, healthMs, memberMs, queryMs, missed }
}
