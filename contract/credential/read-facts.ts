import { ASSESSMENT_QUESTIONS } from '../limits'
import { isGeneralTag } from '../is-general-tag'
import { proofPaths, tagFilePath } from '../proof-paths'
import type { ProofMode } from '../proof-paths'
import { credentialContexts } from './contexts'
import { originOnHost } from './issuer-host'
import { isRecord, listOf, recordOf, textOf } from './json-reading'
import { NAME_NOT_CHECKED, reviewTexts } from '../tag-texts'
import type { CredentialFacts } from './report'

/** Where all URLs of a credential must be. */
export interface IssuerPlace {
  host: string
  mode: ProofMode
}

/**
 * Reads the content of our credentials. Only for a credential with a checked signature and issuer.
 * @returns null unless it has our format and its URLs are on the issuer's host
 */
export function readFacts(
  credential: Readonly<Record<string, unknown>>,
  { host, mode }: IssuerPlace,
): CredentialFacts | null {
  const subject = recordOf(credential.credentialSubject)
  const achievement = recordOf(subject.achievement)
  const issuer = recordOf(credential.issuer)
  const id = textOf(credential.id)
  const origin = originOnHost(id, host)
  const [, tagId = ''] = /\/trusttag\/tags\/([\w-]+)\/credential\.json$/u.exec(id) ?? []
  const isAtHome = origin !== '' && id === origin + tagFilePath(tagId, 'credential.json')
  const results = resultsOf(subject, achievement)
  const score = results.find(({ key }) => key === 'score')
  const topics = results.filter(({ key }) => key.startsWith('topic-'))
  const particular = (wanted: string) => results.find(({ key }) => key === wanted)?.value
  const questions = Number(particular('questions') ?? ASSESSMENT_QUESTIONS)
  const facts = {
    trustTagId: tagId,
    id,
    issuer: textOf(issuer.id),
    issuerName: textOf(issuer.name),
    skill: textOf(achievement.name),
    holderName: holderOf(subject),
    score: score?.percent ?? Number.NaN,
    topics: topics.map(({ title, percent }) => ({ title, percent })),
    questions,
    sets: Number(particular('sets') ?? 1),
    attempt: Number(particular('attempt')) || null,
    band: particular('band') ?? null,
    nameState: particular('name') ?? NAME_NOT_CHECKED,
    isReviewed: particular('review') === reviewTexts.reviewed,
    validFrom: textOf(credential.validFrom),
    validUntil: textOf(credential.validUntil) || null,
    criteria: textOf(recordOf(achievement.criteria).narrative),
    evidence: listOf(credential.evidence)
      .map(recordOf)
      .map(({ name, id: address }) => ({ name: textOf(name), hash: textOf(address) })),
    isGeneral: isGeneralTag(tagId),
    status: statusOf(credential, origin + proofPaths[mode].status),
  }
  const isRead = facts.skill !== '' && [score, ...topics].every((one) => one && one.percent >= 0 && one.percent <= 100)
  return isAtHome && hasOurTerms(credential) && isRead && questions > 0 ? facts : null
}

/** A sample is not about a real person. @param issuerName as in the credential */
export const isSample = (issuerName: string): boolean => issuerName.includes('(sample')

/** Contexts define the meaning of every term. With others, the same terms could mean something else. */
const hasOurTerms = (credential: Readonly<Record<string, unknown>>): boolean => {
  const contexts = listOf(credential['@context'])
  return contexts.length === credentialContexts.length && credentialContexts.every((one, at) => one === contexts[at])
}

/** Empty if the name is hidden behind a hash. */
const holderOf = (subject: Record<string, unknown>): string =>
  textOf(
    listOf(subject.identifier)
      .filter(isRecord)
      .find(({ identityType, hashed }) => identityType === 'name' && hashed === false)?.identityHash,
  )

function resultsOf(subject: Record<string, unknown>, achievement: Record<string, unknown>) {
  const described = listOf(achievement.resultDescription).map(recordOf)
  return listOf(subject.result)
    .map(recordOf)
    .map(({ resultDescription, value }) => ({
      key: textOf(resultDescription).split('#').pop() ?? '',
      title: textOf(described.find(({ id }) => id === resultDescription)?.name),
      value: textOf(value),
      percent: /^\d{1,3}(?:\.\d{1,9})?$/u.test(textOf(value)) ? Number(value) : Number.NaN,
    }))
}

/** Null also if the list is not among the issuer's lists of this mode: no other server is asked. */
function statusOf(credential: Readonly<Record<string, unknown>>, lists: string): CredentialFacts['status'] {
  const { type, statusListCredential, statusListIndex, statusPurpose } = recordOf(credential.credentialStatus)
  const list = textOf(statusListCredential)
  const index = isPlace(textOf(statusListIndex)) ? Number(statusListIndex) : -1
  const isOurs = type === 'BitstringStatusListEntry' && statusPurpose === 'revocation' && index >= 0
  return isOurs && list.startsWith(`${lists}/`) && isPlace(list.slice(lists.length + 1)) ? { list, index } : null
}

/** The shortest notation, so that each index has one form. */
const isPlace = (text: string): boolean => /^(?:0|[1-9]\d{0,8})$/u.test(text)
