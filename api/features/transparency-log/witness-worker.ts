import { withTimeout } from '../../lib/concurrency'
import type { Services } from '../../ports/services'
import type { Asked, Witness } from './witnesses'
import { logOrigin, proofModes } from '../../../contract/proof-paths'
import type { ProofMode } from '../../../contract/proof-paths'
import { askWitness } from './witnesses'
import { reasonOf } from '../../domain/payments/reason-of'

const LOOK_MS = 60_000
/** Entries within this time are submitted together. */
const WAKE_DELAY_MS = 100
const RETRY_FIRST_MS = 1_000

export interface WitnessWorker {
  /** Asks every witness now, and again every minute. */
  start(): void
  /** The log grew: asks soon. Unreachable witnesses wait for their retries. */
  wake(): void
  /** Asks every witness once. Resolves when each has signed, refused, or is unreachable. */
  look(): Promise<void>
  /** @param graceMs then it stops waiting for requests; the next start asks again */
  stop(graceMs: number): Promise<void>
}

interface WitnessWorkerOptions extends QueueServices, Pick<Services, 'witnesses'> {
  /** First pause before an unreachable witness is asked again; it doubles up to a minute. */
  retryFirstMs?: number
}

/** Submits the newest checkpoint of each log to every witness; none waits for another. */
export function createWitnessWorker(options: WitnessWorkerOptions): WitnessWorker {
  const lanes = options.witnesses.map((witness) => createRetries(options, witness))
  let timer: NodeJS.Timeout | undefined
  let waking: NodeJS.Timeout | undefined
  const look = async (): Promise<void> => {
    await Promise.all(lanes.map((lane) => lane.ask()))
  }
  const state = { stopped: false }
  return {
    start() {
      if (lanes.length === 0) return
      timer ??= setInterval(() => void look(), LOOK_MS).unref()
      void look()
    },
    wake() {
      if (state.stopped || waking) return
      waking = setTimeout(() => {
        waking = undefined
        for (const lane of lanes) if (!lane.isDown()) void lane.ask()
      }, WAKE_DELAY_MS).unref()
    },
    look,
    async stop(graceMs) {
      state.stopped = true
      clearInterval(timer)
      clearTimeout(waking)
      await withTimeout(Promise.all(lanes.map((lane) => lane.stop())), graceMs)
    },
  }
}

/** The queue of a witness, with exponential backoff while it is unreachable. */
function createRetries(options: WitnessWorkerOptions, witness: Witness) {
  const { retryFirstMs = RETRY_FIRST_MS } = options
  let failures = 0
  let retry: NodeJS.Timeout | undefined
  let asking = Promise.resolve()
  let isStopped = false
  const lane = createWitnessQueue(options, witness, (isDown) => {
    failures = isDown ? failures + 1 : 0
    clearTimeout(retry)
    if (failures > 0 && !isStopped)
      retry = setTimeout(() => void ask(), Math.min(retryFirstMs * 2 ** (failures - 1), LOOK_MS)).unref()
  })
  const ask = (): Promise<void> => (asking = lane.ask())
  return {
    ask,
    isDown: () => lane.isDown(),
    stop(): Promise<void> {
      isStopped = true
      clearTimeout(retry)
      lane.stop()
      return asking
    },
  }
}

type QueueServices = Pick<Services, 'store' | 'issuer' | 'witnessStates' | 'clock' | 'log'>

/** Serial requests to one witness. */
interface WitnessQueue {
  /** Submits grown logs. A call during another repeats it once. Resolves when nothing is left to submit. */
  ask(): Promise<void>
  /** Whether the last request got no response. */
  isDown(): boolean
  stop(): void
}

/** An unchanged log is submitted again after this time, so that a rolled-back database is noticed. */
const ASK_AGAIN_AFTER_MS = 10 * 60 * 1000

/** @param ended called after every round with whether the witness was unreachable */
function createWitnessQueue(
  services: QueueServices,
  witness: Witness,
  ended: (isDown: boolean) => void = () => {},
): WitnessQueue {
  const { log } = services
  const state = { stopped: false, again: false, isDown: false }
  const askedAt = new Map<ProofMode, number>()
  const reporter = createReporter(services, witness)
  let running: Promise<void> | null = null

  const askOne = async (mode: ProofMode): Promise<void> => {
    if (await isSettled(services, witness, mode, askedAt.get(mode))) return
    const asked = await askWitness(services, witness, mode)
    if (asked === null || state.stopped) return
    askedAt.set(mode, services.clock.now())
    state.isDown = asked.outcome === 'unreachable'
    reporter.note(mode, asked)
  }
  const work = async (): Promise<void> => {
    do {
      state.again = false
      state.isDown = false
      for (const mode of proofModes) if (!state.stopped && !state.isDown) await askOne(mode)
    } while (state.again && !state.isDown && !state.stopped)
  }
  return {
    ask() {
      state.again = true
      if (state.stopped) return Promise.resolve()
      running ??= work()
        .catch((error: unknown) => {
          if (!state.stopped) log.error({ reason: reasonOf(error) }, 'the public log cannot be handed to its witnesses')
        })
        .finally(() => {
          running = null
          ended(state.isDown)
        })
      return running
    },
    isDown: () => state.isDown,
    stop: () => void (state.stopped = true),
  }
}

/** Whether the witness recently signed the newest checkpoint. */
async function isSettled(
  { store, witnessStates, clock }: QueueServices,
  { key: { name } }: Witness,
  mode: ProofMode,
  askedAt = -Infinity,
): Promise<boolean> {
  if (witnessStates.read(mode, name).state !== 'up' || clock.now() - askedAt >= ASK_AGAIN_AFTER_MS) return false
  return (await store.log.newestSizeOf(mode, name)) === ((await store.log.head(mode))?.size ?? 0)
}

/** Records the witness's state, and logs each change once. */
function createReporter({ issuer, witnessStates, log }: QueueServices, { key: { name } }: Witness) {
  let isDown = false
  const told = new Map<ProofMode, string>()

  const tellReach = (asked: Asked): void => {
    if (asked.outcome === 'unreachable' && !isDown)
      log.warn(
        { witness: name, reason: asked.reason },
        'a witness of the public log does not answer; it is asked again',
      )
    if (asked.outcome !== 'unreachable' && isDown)
      log.info({ witness: name }, 'a witness of the public log answers again')
    isDown = asked.outcome === 'unreachable'
  }
  const tellOnce = (mode: ProofMode, asked: Asked & { reason: string }): void => {
    if (told.get(mode) === asked.outcome) return
    told.set(mode, asked.outcome)
    const about = { witness: name, log: logOrigin(issuer.origin, mode), reason: asked.reason }
    if (asked.outcome === 'failed') log.warn(about, 'a witness did not sign the public log')
    else log.error(about, 'a witness refuses the public log: the database went back or was changed (docs/witness.md)')
  }
  return {
    note(mode: ProofMode, asked: Asked): void {
      tellReach(asked)
      const before = witnessStates.read(mode, name)
      if (asked.outcome === 'signed') {
        told.delete(mode)
        witnessStates.write(mode, name, { state: 'up', last: { size: asked.size, time: asked.time } })
        return
      }
      if (asked.outcome !== 'unreachable') tellOnce(mode, asked)
      // An unreachable witness keeps its refusal.
      const keepsRefusing = asked.outcome === 'unreachable' && before.state === 'refuses'
      const state = asked.outcome === 'refused' || keepsRefusing ? 'refuses' : 'waiting'
      witnessStates.write(mode, name, { ...before, state })
    },
  }
}
