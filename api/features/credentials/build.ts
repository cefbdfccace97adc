import { fromHex } from '../../../contract/bytes'
import { hashJson } from '../../../contract/credential/canonical-json'
import { credentialContexts } from '../../../contract/credential/contexts'
import { isGeneralTag } from '../../../contract/is-general-tag'
import { ASSESSMENT_PASS_MARK_PERCENT, ASSESSMENT_QUESTIONS } from '../../../contract/limits'
import { NAME_NOT_CHECKED, WORKPLACE_BASICS, reviewTexts, bandText } from '../../../contract/tag-texts'
import { scoreBand } from '../../../contract/score-band'
import { achievementPath, didOf, proofPaths, tagAchievementPath, tagFilePath } from '../../../contract/proof-paths'
import type { ProofMode } from '../../../contract/proof-paths'
import type { Mode } from '../../lib/ids'
import type { QuestionBank } from '../assessments/question-bank'
import type { AttemptRow, TopicScore } from '../assessments/repository'
import type { WorkSampleRow } from '../work-samples/repository'
import type { StatusListIndex } from './repository'

type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
export interface JsonObject {
  [name: string]: JsonValue
}

/** The facts of an issued TrustTag, or of a sample, which never expires. Times: epoch milliseconds. */
export interface TagFacts {
  id: string
  skill: string
  category: string
  holderName: string
  /** Percent. */
  score: number
  topics: TopicScore[]
  /** Sets of ten questions behind the score. */
  sets: number
  /** Counted attempts at the claim within twelve months, this one included; null: issued before they were counted. */
  attemptNumber: number | null
  /** An expert had reviewed the questions. */
  isReviewed: boolean
  issuedAt: number
  expiresAt: number | null
  revokedAt: number | null
  revokeReason: string | null
  /** Null: not in the log yet. */
  proof: TagProof | null
  mode: Mode | 'sample'
  /** Whether the log contains its revocation. Absent: the log was not read, so the row decides. */
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
  listIndex: StatusListIndex
}

export interface Evidence {
  name: string
  description: string
  genre: string
  /** SHA-256, base64url. */
  hash: string
}

export const proofModeOf = (mode: TagFacts['mode']): ProofMode => (mode === 'live' ? 'live' : 'test')

/** An unsigned Open Badges 3.0 credential. The schema requires lists even for single values. */
export function buildCredential({
  origin,
  site,
  tag,
  achievement,
  evidence,
  salt,
  listIndex,
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
    credentialStatus: statusEntry(origin + proofPaths[mode].status, listIndex),
  }
}

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
      ...Object.entries(particulars).map(([key, particular]) =>
        Object.assign({ id: `${id}#${key}`, type: ['ResultDescription'] }, particular),
      ),
    ],
  }
}

const scoreOf = (achievement: string): string => `${achievement}#score`
const topicOf = (achievement: string, topic: string): string => `${achievement}#topic-${encodeURIComponent(topic)}`

/** What a score needs beside it, signed like the score. */
const particulars = {
  questions: { name: 'Questions', resultType: 'RawScore' },
  sets: { name: 'Sets of questions', resultType: 'RawScore' },
  attempt: { name: 'Attempt', resultType: 'RawScore' },
  band: { name: 'Likely range (80% interval)', resultType: 'Result' },
  name: { name: 'Name of the holder', resultType: 'Result' },
  review: { name: 'Review of the questions', resultType: 'Result' },
} as const

function particularsOf({ score, sets, attemptNumber, isReviewed }: TagFacts): Record<keyof typeof particulars, string> {
  const questions = sets * ASSESSMENT_QUESTIONS
  return {
    questions: String(questions),
    sets: String(sets),
    attempt: attemptNumber === null ? '' : String(attemptNumber),
    band: bandText({ band: scoreBand({ score, questions }) }),
    name: NAME_NOT_CHECKED,
    review: isReviewed ? reviewTexts.reviewed : reviewTexts.draft,
  }
}

const results = (tag: TagFacts, achievement: Achievement): JsonObject[] => [
  ...scores(tag, achievement),
  ...Object.entries(particularsOf(tag)).flatMap(([key, value]) =>
    value === '' ? [] : [{ type: ['Result'], resultDescription: `${achievement.id}#${key}`, value }],
  ),
]

const scores = ({ score, topics }: TagFacts, { id }: Achievement): JsonObject[] => [
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

interface Achievement {
  /** URL. */
  id: string
  name: string
  description: string
  criteria: string
  topics: { topic: string; title: string }[]
}

const LIMITS =
  'Answered online and without supervision. The identity of the holder was not verified. It is the result of a knowledge test, not a license, a trade certification or a guarantee of work.'
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
      description: `A sample of a TrustTag for ${skill}, not earned by a real person.`,
      criteria: 'None: this is a sample. It shows what a TrustTag looks like.',
    }
  // Its bank is gone, but the skill is still known.
  if (!isGeneralTag(id)) return { ...shared, ...ofSkill(skill) }
  if (skill === WORKPLACE_BASICS)
    return {
      ...shared,
      description: `A TrustTag for ${skill}: passed the general questions on safety and quality at work.`,
      criteria: `${PASSED} on safety and quality at work in general. None of them are specific to one trade. ${LIMITS}`,
    }
  // Issued before there was one claim for all of them.
  return {
    ...shared,
    description: `A TrustTag for ${skill}, tested with general questions on safety and quality at work.`,
    criteria: `${PASSED} on safety and quality at work in general. None of them are specific to ${skill}. ${LIMITS}`,
  }
}

/** Hashes of answers and work samples: they reveal nothing, but prove a record or file that is shown later. */
export const assessmentEvidence =
  (attempt: AttemptRow, samples: readonly WorkSampleRow[]) =>
  (salt: string): Evidence[] => [ofAnswers(attempt, salt), ...samples.flatMap(ofSample)]

/** Salted: answers could be guessed. */
function ofAnswers(
  { id, skill, bankId, questions, answers, startedAt, completedAt }: AttemptRow,
  salt: string,
): Evidence {
  const record = { id, skill, bankId, questions, answers, startedAt, completedAt, salt }
  return {
    name: 'Record of the assessment',
    description: 'SHA-256 of the questions and answers, in canonical JSON.',
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
      description: `SHA-256 of a file (${type}) that the holder added. It was not assessed.`,
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
