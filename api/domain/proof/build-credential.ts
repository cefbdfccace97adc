import { ASSESSMENT_PASS_MARK_PERCENT } from '../../../contract/limits'
import { credentialContexts } from '../../../contract/credential/contexts'
import { didOf, proofPaths, tagFilePath } from '../../../contract/proof-paths'
import type { ProofMode } from '../../../contract/proof-paths'
import type { StatusListIndex } from '../../ports/trusttag/credential-store'
import type { JsonObject } from '../../ports/trusttag/issuer'
import type { TagFacts } from '../tags/tag-facts'
import type { Achievement } from './achievement'
import { issuerName } from './issuer-name'

/** Everything a credential is made of. */
export interface CredentialParts {
  /** Of the issuer: where everything named in it stands. */
  origin: string
  site: string
  tag: TagFacts
  achievement: Achievement
  evidence: readonly Evidence[]
  /** 128 random bits, base64url. */
  salt: string
  place: StatusListIndex
}

export interface Evidence {
  name: string
  description: string
  genre: string
  /** SHA-256, base64url. */
  hash: string
}

export const proofModeOf = (mode: TagFacts['mode']): ProofMode => (mode === 'live' ? 'live' : 'test')

/** An Open Badges 3.0 credential, not signed yet. Lists are lists even of one: the formal schema asks for it. */
export function buildCredential({
  origin,
  site,
  tag,
  achievement,
  evidence,
  salt,
  place,
}: CredentialParts): JsonObject {
  const mode = proofModeOf(tag.mode)
  return {
    '@context': [...credentialContexts],
    id: origin + tagFilePath(tag.id, 'credential.json'),
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: `TrustTag: ${achievement.name}`,
    issuer: { id: didOf(origin, mode), type: ['Profile'], name: issuerName(tag.mode), url: site },
    validFrom: isoSeconds(tag.issuedAt),
    ...(tag.expiresAt !== null && { validUntil: isoSeconds(tag.expiresAt) }),
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [{ type: 'IdentityObject', identityType: 'name', hashed: false, identityHash: tag.holderName, salt }],
      achievement: achievementJson(achievement),
      result: results(tag, achievement),
    },
    ...(evidence.length > 0 && { evidence: evidence.map(toEvidence) }),
    credentialSchema: [
      {
        id: 'https://purl.imsglobal.org/spec/ob/v3p0/schema/json/ob_v3p0_achievementcredential_schema.json',
        type: '1EdTechJsonSchemaValidator2019',
      },
    ],
    credentialStatus: statusEntry(origin + proofPaths[mode].status, place),
  }
}

/** Credentials count in seconds. */
export const isoSeconds = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`

/** As it stands in credentials. */
export function achievementJson({ id, name, description, criteria, topics }: Achievement): JsonObject {
  return {
    id,
    type: ['Achievement'],
    achievementType: 'Assessment',
    name,
    description,
    criteria: { narrative: criteria },
    resultDescription: [
      {
        id: scoreOf(id),
        type: ['ResultDescription'],
        name: 'Score',
        resultType: 'Percent',
        valueMin: '0',
        valueMax: '100',
        requiredValue: String(ASSESSMENT_PASS_MARK_PERCENT),
      },
      ...topics.map(({ topic, title }) => ({
        id: topicOf(id, topic),
        type: ['ResultDescription'],
        name: title,
        resultType: 'Percent',
        valueMin: '0',
        valueMax: '100',
      })),
    ],
  }
}

export const scoreOf = (achievement: string): string => `${achievement}#score`
export const topicOf = (achievement: string, topic: string): string =>
  `${achievement}#topic-${encodeURIComponent(topic)}`

const results = ({ score, topics }: TagFacts, { id }: Achievement): JsonObject[] => [
  { type: ['Result'], resultDescription: scoreOf(id), value: String(score) },
  ...topics.map(({ topic, points, of }) => ({
    type: ['Result'],
    resultDescription: topicOf(id, topic),
    value: String(of > 0 ? Math.round((points / of) * 100) : 0),
  })),
]

/** Named by its hash (RFC 6920): what it names can never become something else. */
const toEvidence = ({ name, description, genre, hash }: Evidence): JsonObject => ({
  id: `ni:///sha-256;${hash}`,
  type: ['Evidence'],
  name,
  description,
  genre,
})

function statusEntry(lists: string, { list, index }: StatusListIndex): JsonObject {
  const statusListCredential = `${lists}/${list}`
  return {
    id: `${statusListCredential}#${index}`,
    type: 'BitstringStatusListEntry',
    statusPurpose: 'revocation',
    statusListIndex: String(index),
    statusListCredential,
  }
}
