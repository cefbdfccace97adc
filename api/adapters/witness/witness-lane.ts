import { logOrigin, proofModes } from '../../../contract/proof-paths'
import type { ProofMode } from '../../../contract/proof-paths'
import { askWitness } from '../../domain/witness/ask-witness'
import type { Asked } from '../../domain/witness/ask-witness'
import { reasonOf } from '../../domain/payments/reason-of'
import type { Services } from '../../ports/services'
import type { Witness } from '../../ports/trusttag/witness'

export type LaneServices = Pick<Services, 'store' | 'issuer' | 'witnessStates' | 'clock' | 'log'>

/** What is asked of one witness, one thing after the other, whatever the others do. */
export interface WitnessLane {
  /** Hands over what has grown. A call during another makes it look once more. Resolves when nothing is left to ask. */
  ask(): Promise<void>
  /** Whether it was out of reach when it was last asked. */
  isDown(): boolean
  stop(): void
}

/** A log that stands still is handed over again after this time: a database that went back must not wait to be noticed. */
const ASK_AGAIN_AFTER_MS = 10 * 60 * 1000

/** @param ended is called after every round: whether the witness was out of reach */
export function createWitnessLane(
  services: LaneServices,
  witness: Witness,
  ended: (isDown: boolean) => void = () => {},
): WitnessLane {
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

/** Whether the witness has signed all there is, and said so not long ago. */
async function isSettled(
  { store, witnessStates, clock }: LaneServices,
  { key: { name } }: Witness,
  mode: ProofMode,
  askedAt = -Infinity,
): Promise<boolean> {
  if (witnessStates.read(mode, name).state !== 'up' || clock.now() - askedAt >= ASK_AGAIN_AFTER_MS) return false
  return (await store.log.newestSizeOf(mode, name)) === ((await store.log.head(mode))?.size ?? 0)
}

/** Keeps what is known of the witness, and tells the owner once when it changes. */
function createReporter({ issuer, witnessStates, log }: LaneServices, { key: { name } }: Witness) {
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
      // Silence takes nothing back.
      const keepsRefusing = asked.outcome === 'unreachable' && before.state === 'refuses'
      const state = asked.outcome === 'refused' || keepsRefusing ? 'refuses' : 'waiting'
      witnessStates.write(mode, name, { ...before, state })
    },
  }
}
