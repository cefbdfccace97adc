import type { CredentialFacts } from './report'
import { isRecord, listOf, recordOf, textOf } from './json-reading'

/**
 * What a credential of ours says. Only for one whose signature was checked: it believes what it reads.
 * @returns null for what is not shaped as ours are
 */
export function readFacts(credential: Readonly<Record<string, unknown>>): CredentialFacts | null {
  const subject = recordOf(credential.credentialSubject)
  const achievement = recordOf(subject.achievement)
  const issuer = recordOf(credential.issuer)
  const id = textOf(credential.id)
  const [, tagId = ''] = /\/trusttag\/tags\/([\w-]+)\/credential\.json$/u.exec(id) ?? []
  const nameEntry = listOf(subject.identifier)
    .filter(isRecord)
    .find(({ identityType }) => identityType === 'name')
  const results = resultsOf(subject, achievement)
  const score = results.find(({ key }) => key === 'score')
  const facts = {
    trustTagId: tagId,
    id,
    issuer: textOf(issuer.id),
    issuerName: textOf(issuer.name),
    skill: textOf(achievement.name),
    holderName: textOf(nameEntry?.identityHash),
    score: score?.percent ?? Number.NaN,
    topics: results.filter((one) => one !== score).map(({ title, percent }) => ({ title, percent })),
    validFrom: textOf(credential.validFrom),
    validUntil: textOf(credential.validUntil) || null,
    criteria: textOf(recordOf(achievement.criteria).narrative),
    evidence: listOf(credential.evidence)
      .map(recordOf)
      .map(({ name, id: address }) => ({ name: textOf(name), hash: textOf(address) })),
    isGeneral: textOf(achievement.id).endsWith('/achievement.json'),
    status: statusOf(credential),
  }
  return tagId !== '' && facts.skill !== '' && Number.isFinite(facts.score) ? facts : null
}

function resultsOf(subject: Record<string, unknown>, achievement: Record<string, unknown>) {
  const described = listOf(achievement.resultDescription).map(recordOf)
  return listOf(subject.result)
    .map(recordOf)
    .map(({ resultDescription, value }) => ({
      key: textOf(resultDescription).split('#').pop() ?? '',
      title: textOf(described.find(({ id }) => id === resultDescription)?.name),
      percent: Number(textOf(value) || Number.NaN),
    }))
}

function statusOf(credential: Readonly<Record<string, unknown>>): CredentialFacts['status'] {
  const { type, statusListCredential, statusListIndex, statusPurpose } = recordOf(credential.credentialStatus)
  const index = /^(0|[1-9]\d{0,15})$/u.test(textOf(statusListIndex)) ? Number(statusListIndex) : -1
  const isOurs = type === 'BitstringStatusListEntry' && statusPurpose === 'revocation' && index >= 0
  return isOurs ? { list: textOf(statusListCredential), index } : null
}
