import { readTrust } from '../../../contract/credential/read-trust'
import type { ProofReport } from '../../../contract/credential/report'
import { verdictWords, wordsOfMode } from '../../../contract/credential/report-words'
import { verifyCredential } from '../../../contract/credential/verify-credential'
import { tagFilePath } from '../../../contract/proof-paths'
import type { CheckedTag, VerifiedTag } from '../../../contract/schemas/tags'
import type { Services } from '../../ports/services'
import type { CredentialRow } from '../../ports/trusttag/credential-store'
import { ApiError } from '../../lib/errors'
import { loggedStatusList } from '../credentials/status-list'
import { tlogProofOf } from '../transparency-log/tiles'
import { trustDocument } from '../credentials/issuer'
import type { ReportedTag, SignedTagServices } from './signed-tag'
import type { TagFacts } from '../credentials/build'
import { TAG_ID_MAX_CHARS, TAG_ID_MIN_CHARS } from '../../../contract/limits'
import { readSignedTag } from './signed-tag'

type ReportServices = Pick<Services, 'store' | 'clock' | 'issuer' | 'witnesses' | 'proofAlarm'>

/**
 * Verifies a TrustTag as anyone else can: credential, log entry and logged status list, with the published keys. Only this check
 * decides `isValid`. A TrustTag that is not signed and logged yet is not valid.
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

/** Null while the list cannot be signed; then no TrustTag is valid. */
async function readStatusList(services: ReportServices, { mode, statusList }: CredentialRow) {
  try {
    return await loggedStatusList(services, mode, statusList)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'service-unavailable') return null
    throw error
  }
}

/** For a credential of another TrustTag, or one that our keys did not sign: its claims must not be shown. */
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

export interface ShownTag extends ReportedTag {
  /** Whether search engines may list it: public and live. */
  isListed: boolean
}

/**
 * The TrustTag that anyone may see; null for an unknown or private one.
 * @param typed ID in any case, with spaces around it
 */
export async function findShownTag(services: SignedTagServices, typed: string): Promise<ShownTag | null> {
  const id = typed.trim().toUpperCase()
  if (id.length < TAG_ID_MIN_CHARS || id.length > TAG_ID_MAX_CHARS) return null
  const sample = sampleTags.find((one) => one.id === id)
  if (sample) return { ...(await readSignedTag(services, sample)), isListed: false }
  const row = await services.store.tags.findShown(id)
  if (!row) return null
  const shown = await readSignedTag(services, row)
  return { ...shown, isListed: row.visibility === 'PUBLIC' && shown.tag.mode === 'live' }
}

/** Invented TrustTags that show what a check looks like. They are marked as samples everywhere. */
export const sampleTags: readonly TagFacts[] = [
  sampleTag('TT-WD2024001', 'Web Development', 'Technology', 'Samuel Okoro', 87, '2024-02-12'),
  sampleTag('TT-EL2024017', 'Electrician', 'Skilled Trades & Construction', 'Maria Alvarez', 92, '2024-03-14'),
  sampleTag('TT-QB2024042', 'QuickBooks', 'Business', 'Samuel Okoro', 91, '2024-05-06'),
  sampleTag('TT-PM2024063', 'Project Management', 'Business', 'Samuel Okoro', 86, '2024-09-23'),
]

function sampleTag(
  id: string,
  skill: string,
  category: string,
  holderName: string,
  score: number,
  issued: string,
): TagFacts {
  return {
    id,
    skill,
    category,
    holderName,
    score,
    topics: [],
    issuedAt: Date.parse(issued),
    expiresAt: null,
    revokedAt: null,
    revokeReason: null,
    proof: null,
    mode: 'sample',
  }
}
