import type { ProofReport } from '../../../contract/credential/report'
import type { Verification } from '../../lib/verification'

/**
 * Where the server's answer is not what was signed. Nothing of a credential that is not signed is compared.
 * @param askedId as it was asked for: a right credential of somebody else answers nothing
 * @returns what differs, in words that stand in a sentence
 */
export function contradictionsOf({ facts, log, mode, verdict }: ProofReport, answer: Verification, askedId: string) {
  if (!facts) return []
  const differing: Readonly<Record<string, boolean>> = {
    'the ID': facts.trustTagId !== answer.trustTagId || facts.trustTagId.toUpperCase() !== askedId.toUpperCase(),
    'the skill': facts.skill !== answer.skill,
    // A sample was tested with none.
    'the kind of questions': mode !== 'sample' && facts.isGeneral !== answer.isGeneral,
    'the name of the holder': facts.holderName !== answer.holderName,
    'the score': facts.score !== answer.score,
    'the day of issue': secondOf(facts.validFrom) !== secondOf(answer.issueDate),
    'the last day': secondOf(facts.validUntil) !== secondOf(answer.expiresAt),
    'the hash in the log': log !== null && answer.blockchainHash !== null && log.leafHash !== answer.blockchainHash,
    'whether it is a real one': mode !== answer.mode,
    'whether it was revoked': answer.status === 'revoked' && verdict === 'valid',
  }
  return Object.entries(differing).flatMap(([name, differs]) => (differs ? [name] : []))
}

/** Credentials count in seconds. */
const secondOf = (iso: string | null): number => (iso === null ? 0 : Math.floor(Date.parse(iso) / 1000))
