import * as v from 'valibot'
import { KEYS_REREAD_SECONDS } from '../../../contract/limits'
import { withTimeout } from '../../lib/concurrency'
import { reasonOf } from '../../domain/payments/reason-of'
import { backfillStatusLists, revokeCredentials } from '../credentials/revoke'
import type { ProofServices } from '../credentials/issue'
import type { Services } from '../../ports/services'
import type { KeyedIssuer } from '../credentials/issuer'
import type { Repositories } from '../../ports/store'
import { assessmentEvidence, proofModeOf } from '../credentials/build'
import { issueCredential } from '../credentials/issue'
import { didOf } from '../../../contract/proof-paths'
import { sampleTags } from './verify'
import type { TagFacts } from '../credentials/build'
import type { CredentialRow } from '../../ports/trusttag/credential-store'

type WorkerServices = ProofServices &
  Pick<Services, 'store' | 'clock' | 'log' | 'logGrew' | 'proofAlarm'> & { issuer: Pick<KeyedIssuer, 'readKeysAgain'> }

interface IssuerWorker {
  /** Begins to issue missing credentials, and watches for changed keys. The server's start does not wait for it. */
  start(): void
  /** Checks once for changed keys. Resolves when every missing credential was tried. */
  look(): Promise<void>
  /** @param graceMs then it stops waiting; the next start continues */
  stop(graceMs: number): Promise<void>
}

/** Issues missing credentials and follows changed signing keys in the background. */
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
  const enterAll = async (): Promise<void> => {
    await backfill()
    try {
      await logSamples(services)
      const { entered, problem } = await backfillLog(services, isStopped)
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
      // Removing a stolen key leaves its TrustTags without a credential.
      if (await issuer.readKeysAgain()) await enterAll()
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'the signing keys could not be read again; the ones before go on signing')
    }
  }
  /** Serial, and nothing after `stop`. */
  const queue = (work: () => Promise<void>): Promise<void> =>
    (working = working.then(() => (state.stopped ? undefined : work())))
  return {
    start() {
      timer ??= setInterval(() => void queue(readKeys), KEYS_REREAD_SECONDS * 1000).unref()
      void queue(enterAll)
    },
    look: () => queue(readKeys),
    async stop(graceMs) {
      clearInterval(timer)
      state.stopped = true
      await withTimeout(working, graceMs)
    },
  }
}

const BATCH = 50

type EntryServices = ProofServices & Pick<Services, 'store' | 'clock' | 'logGrew' | 'proofAlarm'>

interface OlderTags {
  entered: number
  /** Why the last one that failed did; null when all went through. */
  problem: unknown
}

/**
 * Issues credentials for TrustTags without one: they are older than the log. Each in its own transaction, so that nothing else
 * waits and a kill leaves no half. A revoked one is issued and revoked.
 * @param isStopped called between two of them
 */
export async function backfillLog(services: EntryServices, isStopped: () => boolean): Promise<OlderTags> {
  const outcome: OlderTags = { entered: 0, problem: null }
  const failed = new Set<string>()
  for (;;) {
    const ids = (await services.store.credentials.listTagsWithout(BATCH + failed.size)).filter((id) => !failed.has(id))
    for (const id of ids) {
      if (isStopped()) return outcome
      try {
        if (await enter(services, id)) outcome.entered += 1
      } catch (error) {
        outcome.problem = error
        failed.add(id)
      }
      services.logGrew()
    }
    if (ids.length === 0) return outcome
  }
}

/** False when another process was faster, or the TrustTag is gone. */
function enter(services: EntryServices, id: string): Promise<boolean> {
  return services.store.transaction(async (repositories) => {
    const found = await repositories.tags.find(id)
    if (!found) return false
    // Of two processes, the second waits here, and sees what the first has done.
    await repositories.log.lock(proofModeOf(found.mode))
    const tag = await repositories.tags.find(id)
    if (!tag || tag.proof !== null) return false
    const { memberId, attemptId, revokedAt } = tag
    const { bankId, evidence } = await readGrounds(repositories, attemptId)
    const proof = await issueCredential(repositories, services, { tag, memberId, bankId, evidence })
    await repositories.tags.update(id, { proof })
    if (revokedAt !== null) await revokeCredentials(repositories, services, [id])
    return true
  })
}

/** The attempt may be gone. */
async function readGrounds({ attempts, workSamples }: Repositories, attemptId: string) {
  const attempt = await attempts.find(attemptId)
  if (!attempt) return { bankId: null, evidence: () => [] }
  const samples = await workSamples.listByAttempt(attemptId)
  return { bankId: attempt.bankId, evidence: assessmentEvidence(attempt, samples) }
}

/**
 * Issues the credentials of the samples, in Test Mode, once. A credential of another issuer is replaced, because the URL of a
 * development machine changes.
 * @returns number of new credentials
 */
export async function logSamples(services: ProofServices & Pick<Services, 'store' | 'logGrew'>): Promise<number> {
  const { store, issuer } = services
  let entered = 0
  for (const sample of sampleTags) {
    if (await isRight(store, issuer.origin, sample)) continue
    const isNew = await store.transaction(async (repositories) => {
      // Of two processes, the second waits here, and sees what the first has done.
      await repositories.log.lock('test')
      if (await isRight(repositories, issuer.origin, sample)) return false
      await repositories.credentials.delete(sample.id)
      await issueCredential(repositories, services, { tag: sample, memberId: null, bankId: null, evidence: () => [] })
      return true
    })
    if (isNew) entered += 1
  }
  if (entered > 0) services.logGrew()
  return entered
}

async function isRight({ credentials }: Pick<Repositories, 'credentials'>, origin: string, { id }: TagFacts) {
  const row = await credentials.find(id)
  return row !== null && issuerOf(row) === didOf(origin, 'test')
}

const issued = v.object({ issuer: v.object({ id: v.string() }) })

/** `did:web:…` */
const issuerOf = ({ credential }: Pick<CredentialRow, 'credential'>): string =>
  v.parse(issued, JSON.parse(credential)).issuer.id
