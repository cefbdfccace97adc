import * as v from 'valibot'
import { KEYS_REREAD_SECONDS } from '../../../contract/limits'
import { withTimeout } from '../../lib/concurrency'
import { reasonOf } from '../../lib/errors'
import { backfillStatusLists, issueCredential, revokeCredentials } from '../credentials/issue'
import type { ProofServices } from '../credentials/issue'
import type { Services } from '../../http/services'
import type { KeyedIssuer } from '../credentials/issuer'
import { assessmentEvidence, proofModeOf } from '../credentials/build'
import { didOf } from '../../../contract/proof-paths'
import type { Db } from '../../database/db'
import { findAttempt } from '../assessments/repository'
import type { TagFacts } from '../credentials/build'
import { deleteCredential, findCredential } from '../credentials/repository'
import type { CredentialRow } from '../credentials/repository'
import { lockLog } from '../transparency-log/repository'
import { listWorkSamplesByAttempt } from '../work-samples/repository'
import { findTagById, listTagsWithoutCredential, updateTag } from './repository'
import { sampleTags } from './verify'

type WorkerServices = ProofServices &
  Pick<Services, 'store' | 'clock' | 'log' | 'logGrew' | 'proofAlarm'> & { issuer: Pick<KeyedIssuer, 'readKeysAgain'> }

interface IssuerWorker {
  /** Begins to issue missing credentials and to watch for changed keys. The server's start does not wait for it. */
  start(): void
  /** Checks once for changed keys. Resolves when every missing credential was tried. */
  look(): Promise<void>
  /** @param graceMs then it stops waiting; the next start continues */
  stop(graceMs: number): Promise<void>
}

export function createIssuerWorker(services: WorkerServices): IssuerWorker {
  const { issuer, log } = services
  const state = { stopped: false }
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()

  const isStopped = () => state.stopped
  const backfill = async (): Promise<void> => {
    try {
      const lists = await backfillStatusLists(services, isStopped)
      if (lists > 0) log.info({ lists }, 'logged the status lists of an older version')
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'could not log status lists; retrying at the next start')
    }
  }
  const enterAll = async (): Promise<void> => {
    await backfill()
    try {
      await logSamples(services)
      const { entered, problem } = await backfillLog(services, isStopped)
      if (entered > 0) log.info({ tags: entered }, 'issued credentials for older TrustTags and logged them')
      if (problem !== null) throw problem
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'could not log TrustTags without a credential; retrying at the next start')
    }
  }
  const readKeys = async (): Promise<void> => {
    try {
      // Removing a stolen key leaves its TrustTags without a credential.
      if (await issuer.readKeysAgain()) await enterAll()
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'could not reload the signing keys; still signing with the previous ones')
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
  /** Cause of the last failure; null without one. */
  problem: unknown
}

/**
 * Issues credentials for TrustTags from before the log; revoked ones are issued and revoked. Each has its own
 * transaction, so that nothing else waits and a kill leaves nothing half done.
 * @param isStopped called between two of them
 */
export async function backfillLog(services: EntryServices, isStopped: () => boolean): Promise<OlderTags> {
  const outcome: OlderTags = { entered: 0, problem: null }
  const failed = new Set<string>()
  for (;;) {
    const ids = (await listTagsWithoutCredential(services.store, BATCH + failed.size)).filter((id) => !failed.has(id))
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

/** False if another process was faster, or the TrustTag is gone. */
function enter(services: EntryServices, id: string): Promise<boolean> {
  return services.store.transaction(async (tx) => {
    const found = await findTagById(tx, id)
    if (!found) return false
    // A second process waits here, then sees the first one's result.
    await lockLog(tx, proofModeOf(found.mode))
    const tag = await findTagById(tx, id)
    if (!tag || tag.proof !== null) return false
    const { memberId, attemptId, revokedAt } = tag
    const { bankId, evidence } = await readGrounds(tx, attemptId)
    const proof = await issueCredential(tx, services, { tag, memberId, bankId, evidence })
    await updateTag(tx, id, { proof })
    if (revokedAt !== null) await revokeCredentials(tx, services, [id])
    return true
  })
}

/** The attempt may be gone. */
export async function readGrounds(db: Db, attemptId: string) {
  const attempt = await findAttempt(db, attemptId)
  if (!attempt) return { bankId: null, evidence: () => [] }
  const samples = await listWorkSamplesByAttempt(db, attemptId)
  return { bankId: attempt.bankId, evidence: assessmentEvidence(attempt, samples) }
}

/**
 * Issues the samples' credentials in Test Mode, once. Replaces those of another issuer, because a development machine's
 * URL changes.
 * @returns number of new credentials
 */
export async function logSamples(services: ProofServices & Pick<Services, 'store' | 'logGrew'>): Promise<number> {
  const { store, issuer } = services
  let entered = 0
  for (const sample of sampleTags) {
    if (await isRight(store, issuer.origin, sample)) continue
    const isNew = await store.transaction(async (tx) => {
      // A second process waits here, then sees the first one's result.
      await lockLog(tx, 'test')
      if (await isRight(tx, issuer.origin, sample)) return false
      await deleteCredential(tx, sample.id)
      await issueCredential(tx, services, { tag: sample, memberId: null, bankId: null, evidence: () => [] })
      return true
    })
    if (isNew) entered += 1
  }
  if (entered > 0) services.logGrew()
  return entered
}

async function isRight(db: Db, origin: string, { id }: TagFacts) {
  const row = await findCredential(db, id)
  return row !== null && issuerOf(row) === didOf(origin, 'test')
}

const issued = v.object({ issuer: v.object({ id: v.string() }) })

/** `did:web:…` */
const issuerOf = ({ credential }: Pick<CredentialRow, 'credential'>): string =>
  v.parse(issued, JSON.parse(credential)).issuer.id
