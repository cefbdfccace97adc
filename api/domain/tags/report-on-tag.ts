import { readTrust } from '../../../contract/credential/read-trust'
import type { ProofReport } from '../../../contract/credential/report'
import { verdictWords, wordsOfMode } from '../../../contract/credential/report-words'
import { verifyCredential } from '../../../contract/credential/verify-credential'
import { tagFilePath } from '../../../contract/proof-paths'
import type { CheckedTag, VerifiedTag } from '../../../contract/schemas/tags'
import type { Services } from '../../ports/services'
import type { CredentialRow } from '../../ports/trusttag/credential-store'
import { ApiError } from '../../lib/errors'
import { loggedStatusList } from '../proof/status-list'
import { tlogProofOf } from '../proof/tlog-proof-of'
import { trustDocument } from '../proof/trust-document'
import type { ReportedTag } from './signed-tag'

export type ReportServices = Pick<Services, 'store' | 'clock' | 'issuer' | 'witnesses' | 'proofAlarm'>

/**
 * Checks a TrustTag as everybody else does: the credential that is handed out, its entry in the log and the logged status list,
 * with the published keys. `isValid` is what this check finds, and nothing else. What is not signed and logged yet is not valid.
 */
export async function reportOnTag(
  services: ReportServices,
  { tag, credential, state }: ReportedTag,
): Promise<CheckedTag> {
  if (!credential) return { ...tag, isValid: false, words: notEntered, report: notEnteredReport(tag), files: null }
  const checked = await check(services, credential, tag)
  const report = state === 'altered' ? alteredReport(checked) : checked
  const { title, text } = verdictWords[report.verdict]
  const mode = wordsOfMode(tag.mode)
  const url = (file: 'credential.json' | 'proof.tlog-proof') =>
    services.issuer.origin + tagFilePath(tag.trustTagId, file)
  return {
    ...tag,
    isValid: report.verdict === 'valid',
    words: { title, text: mode ? `${text.replace(/\.$/u, '')}. ${mode.text}` : text },
    report,
    files: { credential: url('credential.json'), proof: url('proof.tlog-proof') },
  }
}

async function check(services: ReportServices, row: CredentialRow, { status }: VerifiedTag): Promise<ProofReport> {
  const { store, clock } = services
  return verifyCredential({
    credential: row.credential,
    proof: await tlogProofOf(store, row),
    statusList: await readStatusList(services, row),
    isRevoked: status === 'revoked',
    trust: readTrust(trustDocument(services)),
    now: clock.now(),
  })
}

/** Null while the list cannot be signed: then nothing is called valid. */
async function readStatusList(services: ReportServices, { mode, statusList }: CredentialRow) {
  try {
    return await loggedStatusList(services, mode, statusList)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'service-unavailable') return null
    throw error
  }
}

/** Of a credential of another TrustTag, or one that our keys did not sign: what it says counts for nothing here. */
const alteredReport = (report: ProofReport): ProofReport =>
  report.facts === null
    ? report
    : {
        verdict: 'altered',
        mode: report.mode,
        checks: [{ name: 'signature', outcome: 'failed', reason: 'altered' }],
        facts: null,
        log: null,
      }

const notEntered = {
  title: 'Not in the public log yet',
  text: 'This TrustTag has not been signed and entered in the public log yet, so there is nothing to check. Try again in some minutes.',
}

const notEnteredReport = ({ mode }: VerifiedTag): ProofReport => ({
  verdict: 'not-logged',
  mode,
  checks: [{ name: 'log', outcome: 'open', reason: 'no-log-proof' }],
  facts: null,
  log: null,
})
