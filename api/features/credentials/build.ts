import { ASSESSMENT_PASS_MARK_PERCENT, ASSESSMENT_QUESTIONS } from '../../../contract/limits'
import { credentialContexts } from '../../../contract/credential/contexts'
import { achievementPath, didOf, proofPaths, tagAchievementPath, tagFilePath } from '../../../contract/proof-paths'
import type { ProofMode } from '../../../contract/proof-paths'
import type { StatusListIndex } from '../../ports/trusttag/credential-store'
import type { JsonObject } from './issuer'
import type { TagFacts } from '../tags/signed-tag'
import { isGeneralTag } from '../../../contract/is-general-tag'
import type { QuestionBank } from '../assessments/question-bank'
import { fromHex } from '../../../contract/bytes'
import { hashJson } from '../../../contract/credential/canonical-json'
import type { AttemptRow } from '../../ports/trusttag/attempt-store'
import type { WorkSampleRow } from '../../ports/trusttag/work-sample-store'

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

/** What somebody achieved, as credentials and its own address describe it. */
export interface Achievement {
  /** Its address. */
  id: string
  name: string
  description: string
  /** What had to be done, and what it does not mean. */
  criteria: string
  topics: { topic: string; title: string }[]
}

const LIMITS =
  'Answered online without supervision, by whoever the holder says they are. It is the result of a knowledge test: no license, no certification of a trade and no promise of work.'
const PASSED = `At least ${ASSESSMENT_PASS_MARK_PERCENT}% of the points of ${ASSESSMENT_QUESTIONS} questions`

/** Of a skill that has questions of its own: the same for everybody who passed them. */
export function achievementOfBank(origin: string, { id, skill, topics }: QuestionBank): Achievement {
  return {
    id: origin + achievementPath(id),
    name: skill,
    ...ofSkill(skill),
    topics: Object.entries(topics).map(([topic, title]) => ({ topic, title })),
  }
}

const ofSkill = (skill: string): Pick<Achievement, 'description' | 'criteria'> => ({
  description: `A TrustTag for ${skill}: passed the knowledge assessment for this skill.`,
  criteria: `${PASSED} on ${skill}. ${LIMITS}`,
})

/** Of one TrustTag: for a skill that was tested with general questions, and for a sample. */
export function achievementOfTag(origin: string, { id, skill, topics, mode }: TagFacts): Achievement {
  const shared = {
    id: origin + tagAchievementPath(id),
    name: skill,
    topics: topics.map(({ topic, title }) => ({ topic, title })),
  }
  if (mode === 'sample')
    return {
      ...shared,
      description: `A sample of a TrustTag for ${skill}: nobody has earned it.`,
      criteria: 'None: this is a sample. It shows what a TrustTag looks like.',
    }
  // Its questions are gone, or were never kept apart from others: what they were about is known still.
  if (!isGeneralTag(id)) return { ...shared, ...ofSkill(skill) }
  return {
    ...shared,
    description: `A TrustTag for ${skill}, tested with general questions on safety and quality at work.`,
    criteria: `${PASSED} on safety and quality at work in general, none of them on ${skill} alone. ${LIMITS}`,
  }
}

/**
 * What a TrustTag rests on, as hashes: what was asked and answered, and every work sample. They show nothing; but who has the
 * record or a file can show that it was this one.
 */
export const assessmentEvidence =
  (attempt: AttemptRow, samples: readonly WorkSampleRow[]) =>
  (salt: string): Evidence[] => [ofAnswers(attempt, salt), ...samples.flatMap(ofSample)]

/** With the salt of the credential: answers could be guessed. */
function ofAnswers(
  { id, skill, bankId, questions, answers, startedAt, completedAt }: AttemptRow,
  salt: string,
): Evidence {
  const record = { id, skill, bankId, questions, answers, startedAt, completedAt, salt }
  return {
    name: 'Record of the assessment',
    description: 'SHA-256 of the questions that were asked and the answers that were given, in canonical JSON.',
    genre: 'Assessment',
    hash: base64url(hashJson(record)),
  }
}

function ofSample({ type, digest, status }: WorkSampleRow, index: number): Evidence[] {
  const bytes = status === 'READY' && digest !== null ? fromHex(digest) : null
  if (!bytes) return []
  return [
    {
      name: `Work sample ${index + 1}`,
      description: `SHA-256 of a file (${type}) that the holder added. Nobody has judged it.`,
      genre: 'Work sample',
      hash: base64url(bytes),
    },
  ]
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

const names = {
  live: 'TrustTag',
  test: 'TrustTag (Test Mode, proves nothing)',
  sample: 'TrustTag (sample, proves nothing)',
} as const satisfies Record<TagFacts['mode'], string>

/** As it stands in credentials. */
export const issuerName = (mode: TagFacts['mode']): string => names[mode]
