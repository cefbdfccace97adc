import { reasonOf } from '../../domain/payments/reason-of'
import type { DueDelivery } from '../../ports/webhook-store'
import { attemptDelivery } from './attempt-delivery'
import type { AttemptServices } from './attempt-delivery'

/** So many messages are on their way at a time. */
const LANES = 40
/** Of those so many to one endpoint: one that answers slowly holds up itself alone. */
const LANES_PER_ENDPOINT = 2
/** How long a receiver may take. */
const ATTEMPT_MAX_MS = 15_000
/** Longer than an attempt may take; after it another process may send the message. */
const CLAIM_MS = 30_000

export interface LaneOptions extends AttemptServices {
  attemptMaxMs?: number
}

/** Each lane carries one message after the other and ends when none is due; one that finds a message opens another beside it. */
export function createDeliveryLanes(options: LaneOptions) {
  const { log, attemptMaxMs = ATTEMPT_MAX_MS } = options
  const state = { stopped: false, cut: false }
  const running = new Set<Promise<void>>()
  const inHand = new Set<AbortController>()
  const claims = createClaims(options, () => state.stopped)

  const carry = async (): Promise<void> => {
    for (let due = await claims.next(); due; due = await claims.next()) {
      open()
      const claimed = due
      try {
        await inTime(inHand, attemptMaxMs, (signal) =>
          attemptDelivery(options, claimed, { signal, isCut: () => state.cut }),
        )
      } finally {
        claims.leave(claimed)
      }
    }
  }
  const open = (): void => {
    if (state.stopped || running.size >= LANES) return
    const lane = carry()
      .catch((error: unknown) => log.error({ reason: reasonOf(error) }, 'webhooks cannot be sent'))
      .finally(() => running.delete(lane))
    running.add(lane)
  }
  const ended = async (): Promise<void> => {
    while (running.size > 0) await Promise.all(running)
  }
  const stop = async (graceMs: number): Promise<void> => {
    state.stopped = true
    const end = setTimeout(() => {
      state.cut = true
      for (const attempt of inHand) attempt.abort()
    }, graceMs)
    await ended()
    clearTimeout(end)
  }
  return { open, ended, stop, stopped: () => state.stopped }
}

/** Who claims, and for which endpoints enough is on its way. Claims wait for each other, so that the count holds. */
function createClaims({ store, clock }: LaneOptions, isStopped: () => boolean) {
  const onTheWay = new Map<string, number>()
  let line: Promise<unknown> = Promise.resolve()

  const claim = async (): Promise<DueDelivery | undefined> => {
    if (isStopped()) return undefined
    const now = clock.now()
    const busy = [...onTheWay].flatMap(([id, count]) => (count >= LANES_PER_ENDPOINT ? [id] : []))
    const [due] = await store.webhooks.claimDue(now, now + CLAIM_MS, 1, busy)
    if (!due) return undefined
    if (isStopped()) {
      await store.webhooks.updateDelivery(due.delivery.id, { nextAttemptAt: now })
      return undefined
    }
    onTheWay.set(due.endpoint.id, (onTheWay.get(due.endpoint.id) ?? 0) + 1)
    return due
  }
  return {
    next(): Promise<DueDelivery | undefined> {
      const claimed = line.then(claim)
      line = claimed.catch(() => {})
      return claimed
    },
    leave({ endpoint: { id } }: DueDelivery): void {
      const left = (onTheWay.get(id) ?? 1) - 1
      if (left > 0) onTheWay.set(id, left)
      else onTheWay.delete(id)
    },
  }
}

/** Work with a signal that comes when its time is up, or when somebody aborts what is in hand. */
async function inTime(
  inHand: Set<AbortController>,
  maxMs: number,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const attempt = new AbortController()
  const timer = setTimeout(() => attempt.abort(), maxMs)
  inHand.add(attempt)
  try {
    await work(attempt.signal)
  } finally {
    clearTimeout(timer)
    inHand.delete(attempt)
  }
}
