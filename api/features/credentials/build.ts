import { ASSESSMENT_PASS_MARK_PERCENT, ASSESSMENT_QUESTIONS } from '../../../contract/limits'
import { credentialContexts } from '../../../contract/credential/contexts'
import { achievementPath, didOf, proofPaths, tagAchievementPath, tagFilePath } from '../../../contract/proof-paths'
import type { ProofMode } from '../../../contract/proof-paths'
import type { StatusListIndex } from '../../ports/trusttag/credential-store'
import type { Mode } from '../../lib/ids'
import type { AttemptRow, TopicScore } from '../../ports/trusttag/attempt-store'
import { isGeneralTag } from '../../../contract/is-general-tag'
import type { QuestionBank } from '../assessments/question-bank'
import { fromHex } from '../../../contract/bytes'
import { hashJson } from '../../../contract/credential/canonical-json'
import type { WorkSampleRow } from '../../ports/trusttag/work-sample-store'

type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
export interface JsonObject {
  [name: string]: JsonValue
}

/** The facts of an issued TrustTag, or of a sample, which does not expire. Times are epoch milliseconds. */
export interface TagFacts {
  id: string
  skill: string
  category: string
  holderName: string
  /** Percent. */
  score: number
  topics: TopicScore[]
  issuedAt: number
  expiresAt: number | null
  revokedAt: number | null
  revokeReason: string | null
  /** Null: not in the log yet. */
  proof: TagProof | null
  mode: Mode | 'sample'
  /** Whether the log has its revocation. Absent: not read from the log; then the row decides. */
  isRevoked?: boolean
}

/** The entry of a TrustTag in the public log. */
export interface TagProof {
  /** Hexadecimal. */
  leafHash: string
  /** From zero. */
  logIndex: number
}

interface CredentialParts {
  /** URL origin of the issuer. */
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

/** An unsigned Open Badges 3.0 credential. The formal schema requires lists even for one value. */
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

/** Credentials have times in seconds. */
export const isoSeconds = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`

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

const scoreOf = (achievement: string): string => `${achievement}#score`
const topicOf = (achievement: string, topic: string): string => `${achievement}#topic-${encodeURIComponent(topic)}`

const results = ({ score, topics }: TagFacts, { id }: Achievement): JsonObject[] => [
  { type: ['Result'], resultDescription: scoreOf(id), value: String(score) },
  ...topics.map(({ topic, points, of }) => ({
    type: ['Result'],
    resultDescription: topicOf(id, topic),
    value: String(of > 0 ? Math.round((points / of) * 100) : 0),
  })),
]

/** The id is the hash (RFC 6920), so the evidence can never change. */
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

/** As credentials and its own URL describe it. */
interface Achievement {
  /** URL. */
  id: string
  name: string
  description: string
  criteria: string
  topics: { topic: string; title: string }[]
}

const LIMITS =
  'Answered online without supervision, by whoever the holder says they are. It is the result of a knowledge test: no license, no certification of a trade and no promise of work.'
const PASSED = `At least ${ASSESSMENT_PASS_MARK_PERCENT}% of the points of ${ASSESSMENT_QUESTIONS} questions`

/** The shared achievement of a skill with its own questions. */
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

/** The achievement of one TrustTag: a skill tested with general questions, or a sample. */
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
  // Its bank is gone, but the skill is still known.
  if (!isGeneralTag(id)) return { ...shared, ...ofSkill(skill) }
  return {
    ...shared,
    description: `A TrustTag for ${skill}, tested with general questions on safety and quality at work.`,
    criteria: `${PASSED} on safety and quality at work in general, none of them on ${skill} alone. ${LIMITS}`,
  }
}

/** Hashes of the answers and of each work sample. They reveal nothing, but prove a record or file that someone shows. */
export const assessmentEvidence =
  (attempt: AttemptRow, samples: readonly WorkSampleRow[]) =>
  (salt: string): Evidence[] => [ofAnswers(attempt, salt), ...samples.flatMap(ofSample)]

/** Salted, because answers could be guessed. */
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

const issuerName = (mode: TagFacts['mode']): string => names[mode]
