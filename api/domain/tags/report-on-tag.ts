import { readTrust } from '../../../contract/credential/read-trust'
import type { ProofReport } from '../../../contract/credential/report'
import { verdictWords, wordsOfMode } from '../../../contract/credential/report-words'
import { verifyCredential } from '../../../contract/credential/verify-credential'
import { tagFilePath } from '../../../contract/proof-paths'
import type { CheckedTag, VerifiedTag } from '../../../contract/schemas/tags'
import type { Services } from '../../ports/services'
import type { CredentialRow } from '../../ports/trusttag/credential-store'
import { statusList } from '../proof/status-list'
import { tlogProofOf } from '../proof/tlog-proof-of'
import { trustDocument } from '../proof/trust-document'

export type ReportServices = Pick<Services, 'store' | 'clock' | 'issuer' | 'witnesses'>

/**
 * Checks a TrustTag as everybody else does: the credential that is handed out, its place in the log and the signed status list,
 * with the keys that are published. What was not signed and logged yet is not valid yet.
 */
export async function reportOnTag(services: ReportServices, tag: VerifiedTag): Promise<CheckedTag> {
  const credential = await services.store.credentials.find(tag.trustTagId)
  if (!credential) return { ...tag, isValid: false, words: notEntered, report: notEnteredReport(tag), files: null }
  const report = await check(services, credential)
  const { title, text } = verdictWords[report.verdict]
  const mode = wordsOfMode(tag.mode)
  const address = (file: 'credential.json' | 'proof.tlog-proof') =>
    services.issuer.origin + tagFilePath(tag.trustTagId, file)
  return {
    ...tag,
    isValid: tag.isValid && report.verdict === 'valid',
    words: { title, text: mode ? `${text.replace(/\.$/u, '')}. ${mode.text}` : text },
    report,
    files: { credential: address('credential.json'), proof: address('proof.tlog-proof') },
  }
}

async function check(services: ReportServices, row: CredentialRow): Promise<ProofReport> {
  const { store, clock } = services
  return verifyCredential({
    credential: row.credential,
    proof: await tlogProofOf(store, row),
    statusList: await statusList(services, row.mode, row.statusList),
    trust: readTrust(trustDocument(services)),
    now: clock.now(),
  })
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
