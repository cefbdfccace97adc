import { fromHex } from '../../../contract/bytes'
import { hashJson } from '../../../contract/credential/canonical-json'
import type { AttemptRow } from '../../ports/trusttag/attempt-store'
import type { WorkSampleRow } from '../../ports/trusttag/work-sample-store'
import type { Evidence } from './build-credential'

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
