import { KEYS_REREAD_SECONDS } from '../../../contract/limits'
import { withTimeout } from '../../lib/concurrency'
import { reasonOf } from '../../domain/payments/reason-of'
import { backfillStatusLists } from '../../domain/proof/backfill-status-lists'
import { enterOlderTags } from '../../domain/proof/enter-older-tags'
import { enterSamples } from '../../domain/proof/enter-samples'
import type { ProofServices } from '../../domain/proof/prove-tag'
import type { Services } from '../../ports/services'
import type { KeyedIssuer } from './create-issuer'

type WorkerServices = ProofServices &
  Pick<Services, 'store' | 'clock' | 'log' | 'logGrew' | 'proofAlarm'> & { issuer: Pick<KeyedIssuer, 'readKeysAgain'> }

export interface IssuerWorker {
  /** Begins to enter what has no credential yet, and takes up changed keys from then on. The start does not wait for it. */
  start(): void
  /** Looks once whether keys have changed. Resolves when everything that has no credential was tried. */
  look(): Promise<void>
  /** @param graceMs after this time what is being entered is left to itself; the next start goes on with it */
  stop(graceMs: number): Promise<void>
}

/** What an issuer has to do without being asked. */
export function createIssuerWorker(services: WorkerServices): IssuerWorker {
  const { issuer, log } = services
  const state = { stopped: false }
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()

  const isStopped = () => state.stopped
  const backfill = async (): Promise<void> => {
    try {
      const lists = await backfillStatusLists(services, isStopped)
      if (lists > 0) log.info({ lists }, 'status lists of an older version were entered in the log')
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'status lists could not be entered in the log; the next start tries')
    }
  }
  const enter = async (): Promise<void> => {
    await backfill()
    try {
      await enterSamples(services)
      const { entered, problem } = await enterOlderTags(services, isStopped)
      if (entered > 0) log.info({ tags: entered }, 'older TrustTags were given credentials and entered in the log')
      if (problem !== null) throw problem
    } catch (error) {
      log.error(
        { reason: reasonOf(error) },
        'TrustTags without a credential could not be entered; the next start tries',
      )
    }
  }
  const readKeys = async (): Promise<void> => {
    try {
      // Who takes a stolen key away leaves its TrustTags without a credential.
      if (await issuer.readKeysAgain()) await enter()
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'the signing keys could not be read again; the ones before go on signing')
    }
  }
  /** One after the other, and nothing after the end. */
  const queue = (work: () => Promise<void>): Promise<void> =>
    (working = working.then(() => (state.stopped ? undefined : work())))
  return {
    start() {
      timer ??= setInterval(() => void queue(readKeys), KEYS_REREAD_SECONDS * 1000).unref()
      void queue(enter)
    },
    look: () => queue(readKeys),
    async stop(graceMs) {
      clearInterval(timer)
      state.stopped = true
      await withTimeout(working, graceMs)
    },
  }
}
