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
  /** At most this long was the event loop held, in processor time: see `longestHold`. */
  heldMs: number
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
  heldMs: 50,
} as const

export interface Verdict {
  /** Medians of the rounds. A wait is the excess over the idle run of the same round, at least 0. */
  processorMs: number
  healthMs: number
  memberMs: number
  queryMs: number
  heldMs: number
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
  const heldMs = median(rounds.map((round) => round.heldMs))
  const isOwners = request.by === 'secret key'
  const waitMs = isOwners ? hostileBudgets.ownerWaitMs : hostileBudgets.waitMs
  const missed = [
    ...(!isOwners && !request.judgedByWaitingAlone && processorMs > hostileBudgets.processorMs ? ['processor'] : []),
    ...(healthMs > waitMs ? ['/health'] : []),
    ...(memberMs > waitMs ? ['session read'] : []),
    ...(queryMs > waitMs ? ['query'] : []),
    ...(heldMs > hostileBudgets.heldMs ? ['event loop'] : []),
    ...(median(rounds.map(({ probeFailures }) => probeFailures)) > 0 ? ['probe refused'] : []),
    ...(rounds.every(({ survived }) => survived) ? [] : ['server ended']),
  ]
  return { processorMs, healthMs, memberMs, queryMs, heldMs, missed }
}

/**
 * The longest hold of the event loop between two readings of `/metrics`, in milliseconds of processor time: the upper bound of the highest
 * bucket of the histogram that grew. 0 without a hold of 5 ms; infinite above the last bucket.
 */
export function longestHold(before: string, after: string): number {
  const [then, now] = [holdsIn(before), holdsIn(after)]
  let [longest, below] = [0, 0]
  for (const [seconds, count] of now) {
    const grown = count - (then.get(seconds) ?? 0)
    // Buckets are cumulative.
    if (grown > below && seconds > SHORTEST_SECONDS) longest = seconds
    below = grown
  }
  return longest * 1000
}

const SHORTEST_SECONDS = 0.005

/** Samples up to so many seconds, in rising order. */
const holdsIn = (metrics: string): Map<number, number> =>
  new Map(
    [...metrics.matchAll(/^membership_event_loop_delay_seconds_bucket\{(.*)\} (\d+)$/gmu)].flatMap(
      ([, labels = '', count]) => {
        const le = /le="([^"]+)"/u.exec(labels)?.[1]
        if (le === undefined || !labels.includes('time="processor"')) return []
        return [[le === '+Inf' ? Infinity : Number(le), Number(count)] as const]
      },
    ),
  )
