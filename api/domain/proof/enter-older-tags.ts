import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import { assessmentEvidence } from './assessment-evidence'
import { proofModeOf } from './build-credential'
import { proveTag } from './prove-tag'
import type { ProofServices } from './prove-tag'
import { revokeCredentials } from './revoke-credential'

/** So many are looked up at a time. */
const BATCH = 50

type EntryServices = ProofServices & Pick<Services, 'store' | 'clock' | 'logGrew' | 'proofAlarm'>

export interface OlderTags {
  entered: number
  /** Why the last one that failed did; null when all went through. */
  problem: unknown
}

/**
 * Issues credentials for TrustTags that have none: they are older than the log. Each in a transaction of its own, so that
 * nothing else waits, and a kill leaves no half. One that was revoked before is issued and revoked.
 * @param isStopped asked between two of them
 */
export async function enterOlderTags(services: EntryServices, isStopped: () => boolean): Promise<OlderTags> {
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

/** False when another process was faster, or it is gone. */
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
    const proof = await proveTag(repositories, services, { tag, memberId, bankId, evidence })
    await repositories.tags.update(id, { proof })
    if (revokedAt !== null) await revokeCredentials(repositories, services, [id])
    return true
  })
}

/** What a TrustTag rests on, as far as it is still there. */
async function readGrounds({ attempts, workSamples }: Repositories, attemptId: string) {
  const attempt = await attempts.find(attemptId)
  if (!attempt) return { bankId: null, evidence: () => [] }
  const samples = await workSamples.listByAttempt(attemptId)
  return { bankId: attempt.bankId, evidence: assessmentEvidence(attempt, samples) }
}
