import { credentialDigest, logEntry, statusEntry } from '../../../contract/credential/log-entry'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { TagFacts } from '../tags/signed-tag'
import { isGeneralTag } from '../../../contract/is-general-tag'
import type { TagProof } from '../../ports/trusttag/tag-store'
import { achievementOfBank, achievementOfTag, buildCredential, proofModeOf } from './build'
import type { Evidence } from './build'
import { allocateStatusIndex } from './revoke'
import { appendEntries, digestOfIndexes } from './status-list'

export type ProofServices = Pick<Services, 'issuer' | 'banks' | 'secrets' | 'urls'>

/** What a credential is issued for; the rest is made here. */
export interface Provable {
  tag: Omit<TagFacts, 'proof'>
  /** Null: of a sample. */
  memberId: string | null
  /** Of the questions it was earned with; null where there is none any more. */
  bankId: string | null
  /** What it rests on. @param salt of the credential */
  evidence: (salt: string) => readonly Evidence[]
}

/**
 * Makes the credential of a TrustTag, signs it, and writes its digest to the log: it counts as issued from the moment this
 * transaction is committed.
 */
export async function proveTag(
  repositories: Pick<Repositories, 'credentials' | 'statusPlaces' | 'log'>,
  services: ProofServices,
  { tag: facts, memberId, bankId, evidence }: Provable,
): Promise<TagProof> {
  const { issuer, banks, secrets, urls } = services
  const tag = { ...facts, proof: null }
  const mode = proofModeOf(tag.mode)
  const salt = secrets.linkToken()
  const place = await allocateStatusIndex(repositories, secrets, mode)
  const bank = bankId === null || isGeneralTag(tag.id) ? null : banks.byId(bankId)
  const achievement = bank ? achievementOfBank(issuer.origin, bank) : achievementOfTag(issuer.origin, tag)
  const parts = { origin: issuer.origin, site: urls.site, tag, achievement, evidence: evidence(salt), salt, place }
  const credential = await issuer.signCredential(mode, buildCredential(parts))
  const digest = credentialDigest(credential)
  const entries = [logEntry('issue', digest)]
  if (place.isFirst) entries.push(statusEntry({ list: place.list, version: 1, digest: digestOfIndexes([]) }))
  const [entry] = await appendEntries(repositories, services, mode, entries)
  if (!entry) throw new Error('The log took no entry.')
  const { index, leafHash } = entry
  await repositories.credentials.insert({
    tagId: tag.id,
    mode,
    memberId,
    credential: JSON.stringify(credential),
    salt,
    digest,
    logIndex: index,
    leafHash,
    statusList: place.list,
    statusIndex: place.index,
  })
  return { leafHash, logIndex: index }
}
