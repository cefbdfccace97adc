import { isGeneralTag } from '../is-general-tag'
import { proofPaths, tagFilePath } from '../proof-paths'
import type { ProofMode } from '../proof-paths'
import { credentialContexts } from './contexts'
import { originOnHost } from './issuer-host'
import { isRecord, listOf, recordOf, textOf } from './json-reading'
import type { CredentialFacts } from './report'

/** Where everything that a credential names has to stand. */
export interface IssuerPlace {
  host: string
  mode: ProofMode
}

/**
 * What a credential of ours says. Only for one whose signature and issuer were checked: it believes what it reads.
 * @returns null for what is not shaped as ours are, or names its place on another host than its issuer's
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
  const facts = {
    trustTagId: tagId,
    id,
    issuer: textOf(issuer.id),
    issuerName: textOf(issuer.name),
    skill: textOf(achievement.name),
    holderName: holderOf(subject),
    score: score?.percent ?? Number.NaN,
    topics: results.filter((one) => one !== score).map(({ title, percent }) => ({ title, percent })),
    validFrom: textOf(credential.validFrom),
    validUntil: textOf(credential.validUntil) || null,
    criteria: textOf(recordOf(achievement.criteria).narrative),
    evidence: listOf(credential.evidence)
      .map(recordOf)
      .map(({ name, id: address }) => ({ name: textOf(name), hash: textOf(address) })),
    isGeneral: isGeneralTag(tagId),
    status: statusOf(credential, origin + proofPaths[mode].status),
  }
  const isRead = facts.skill !== '' && results.every(({ percent }) => percent >= 0 && percent <= 100)
  return isAtHome && hasOurTerms(credential) && isRead && score ? facts : null
}

/** Nobody was asked anything for a sample. @param issuerName as the credential gives it */
export const isSample = (issuerName: string): boolean => issuerName.includes('(sample')

/** Contexts say what every word means: with others the same words could mean something else. */
const hasOurTerms = (credential: Readonly<Record<string, unknown>>): boolean => {
  const contexts = listOf(credential['@context'])
  return contexts.length === credentialContexts.length && credentialContexts.every((one, at) => one === contexts[at])
}

/** Empty where the name is hidden behind a hash. */
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
      percent: /^\d{1,3}(?:\.\d{1,9})?$/u.test(textOf(value)) ? Number(value) : Number.NaN,
    }))
}

/** Null also where the list stands elsewhere than the issuer's lists of this mode do: nobody else is asked. */
function statusOf(credential: Readonly<Record<string, unknown>>, lists: string): CredentialFacts['status'] {
  const { type, statusListCredential, statusListIndex, statusPurpose } = recordOf(credential.credentialStatus)
  const list = textOf(statusListCredential)
  const index = isPlace(textOf(statusListIndex)) ? Number(statusListIndex) : -1
  const isOurs = type === 'BitstringStatusListEntry' && statusPurpose === 'revocation' && index >= 0
  return isOurs && list.startsWith(`${lists}/`) && isPlace(list.slice(lists.length + 1)) ? { list, index } : null
}

/** Nothing is shorter to write, so that nothing has two addresses. */
const isPlace = (text: string): boolean => /^(?:0|[1-9]\d{0,8})$/u.test(text)
