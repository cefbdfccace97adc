import { join } from 'node:path'
import { logOrigin, type ProofMode, proofModes } from '../../../contract/proof-paths'
import { reasonOf } from '../../lib/errors'
import { withTimeout } from '../../lib/concurrency'
import { ConfigError } from '../../lib/settings'
import type { Services } from '../../http/services'
import type { LogSigner } from './tree'
import { findCosignedSize, findLogHead } from './repository'
import type { NamedWitness, WitnessSettings } from './settings'
import { askWitness, createHttpWitness, createWitnessStates, openOwnWitness } from './witnesses'
import type { Asked, Witness, WitnessStates } from './witnesses'

interface OpenedWitnesses {
  witnesses: readonly Witness[]
  witnessStates: WitnessStates
  worker: WitnessWorker
}

/** @throws {ConfigError} if the key of the API's own witness cannot be used */
export function openWitnesses(
  { witnesses: { others, isSelfRun }, dataDir }: { witnesses: WitnessSettings; dataDir: string },
  services: Pick<Services, 'store' | 'clock' | 'log'> & { issuer: LogSigner },
): OpenedWitnesses {
  const own = isSelfRun ? [openOwn(join(dataDir, 'witness'), services)] : []
  const witnesses = [...others.map(openOther), ...own]
  const asked = witnesses.filter(({ isRetired }) => isRetired !== true)
  const witnessStates = createWitnessStates()
  return { witnesses, witnessStates, worker: createWitnessWorker({ ...services, witnesses: asked, witnessStates }) }
}

const openOther = ({ key, url }: NamedWitness): Witness =>
  url === null
    ? {
        key,
        isSelfRun: false,
        isRetired: true,
        addCheckpoint: () => Promise.reject(new Error('it is no longer asked')),
      }
    : createHttpWitness({ key, url })

function openOwn(folder: string, { issuer, clock }: Pick<Services, 'clock'> & { issuer: LogSigner }): Witness {
  const logKeys = () => proofModes.flatMap((mode) => issuer.logKeys(mode))
  try {
    return openOwnWitness({ folder, host: new URL(issuer.origin).host, logKeys, clock })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`${reason} See docs/witness.md; SELF_WITNESS=off starts without it.`, { cause: error })
  }
}

const LOOK_MS = 60_000
/** Entries within this time are submitted together. */
const WAKE_DELAY_MS = 100
const RETRY_FIRST_MS = 1_000

interface WitnessWorker {
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

/** Submits each log's newest checkpoint to every witness; none waits for another. */
export function createWitnessWorker(options: WitnessWorkerOptions): WitnessWorker {
  const queues = options.witnesses.map((witness) => createRetries(options, witness))
  let timer: NodeJS.Timeout | undefined
  let waking: NodeJS.Timeout | undefined
  const look = async (): Promise<void> => {
    await Promise.all(queues.map((queue) => queue.ask()))
  }
  const state = { stopped: false }
  return {
    start() {
      if (queues.length === 0) return
      timer ??= setInterval(() => void look(), LOOK_MS).unref()
      void look()
    },
    wake() {
      if (state.stopped || waking) return
      waking = setTimeout(() => {
        waking = undefined
        for (const queue of queues) if (!queue.isDown()) void queue.ask()
      }, WAKE_DELAY_MS).unref()
    },
    look,
    async stop(graceMs) {
      state.stopped = true
      clearInterval(timer)
      clearTimeout(waking)
      await withTimeout(Promise.all(queues.map((queue) => queue.stop())), graceMs)
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
  const queue = createWitnessQueue(options, witness, (isDown) => {
    failures = isDown ? failures + 1 : 0
    clearTimeout(retry)
    if (failures > 0 && !isStopped)
      retry = setTimeout(() => void ask(), Math.min(retryFirstMs * 2 ** (failures - 1), LOOK_MS)).unref()
  })
  const ask = (): Promise<void> => (asking = queue.ask())
  return {
    ask,
    isDown: () => queue.isDown(),
    stop(): Promise<void> {
      isStopped = true
      clearTimeout(retry)
      queue.stop()
      return asking
    },
  }
}

interface QueueServices extends Pick<Services, 'store' | 'witnessStates' | 'clock' | 'log'> {
  issuer: LogSigner
}

/** Serial requests to one witness. */
interface WitnessQueue {
  /** Submits grown logs. A call during another repeats it once. Resolves when nothing is left to submit. */
  ask(): Promise<void>
  /** Whether the last request got no response. */
  isDown(): boolean
  stop(): void
}

/** Submits an unchanged log again after this time, to notice a rolled-back database. */
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
    reporter.record(mode, asked)
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
          if (!state.stopped) log.error({ reason: reasonOf(error) }, 'could not send the public log to its witnesses')
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
  return (await findCosignedSize(store, mode, name)) === ((await findLogHead(store, mode))?.size ?? 0)
}

function createReporter({ issuer, witnessStates, log }: QueueServices, { key: { name } }: Witness) {
  let isDown = false
  const reported = new Map<ProofMode, string>()

  const reportReach = (asked: Asked): void => {
    if (asked.outcome === 'unreachable' && !isDown)
      log.warn({ witness: name, reason: asked.reason }, 'a witness of the public log does not respond; retrying')
    if (asked.outcome !== 'unreachable' && isDown)
      log.info({ witness: name }, 'a witness of the public log responds again')
    isDown = asked.outcome === 'unreachable'
  }
  const reportOnce = (mode: ProofMode, asked: Asked & { reason: string }): void => {
    if (reported.get(mode) === asked.outcome) return
    reported.set(mode, asked.outcome)
    const about = { witness: name, log: logOrigin(issuer.origin, mode), reason: asked.reason }
    if (asked.outcome === 'failed') log.warn(about, 'a witness did not sign the public log')
    else log.error(about, 'a witness refuses the public log: the database was restored or changed (docs/witness.md)')
  }
  return {
    record(mode: ProofMode, asked: Asked): void {
      reportReach(asked)
      const before = witnessStates.read(mode, name)
      if (asked.outcome === 'signed') {
        reported.delete(mode)
        witnessStates.write(mode, name, { state: 'up', last: { size: asked.size, time: asked.time } })
        return
      }
      if (asked.outcome !== 'unreachable') reportOnce(mode, asked)
      // An unreachable witness keeps its refusal.
      const keepsRefusing = asked.outcome === 'unreachable' && before.state === 'refuses'
      const state = asked.outcome === 'refused' || keepsRefusing ? 'refuses' : 'waiting'
      witnessStates.write(mode, name, { ...before, state })
    },
  }
}
