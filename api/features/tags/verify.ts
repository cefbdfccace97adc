import type { Hono } from 'hono'
import { readTrust } from '../../../contract/credential/read-trust'
import type { CredentialFacts, ProofReport } from '../../../contract/credential/report'
import { headlineOf, PAPER_TEXT, verdictTexts, textsOfMode } from '../../../contract/credential/report-texts'
import { checkStandard } from '../../../contract/credential/standard-check'
import { verifyCredential } from '../../../contract/credential/verify-credential'
import { TAG_ID_MAX_CHARS, TAG_ID_MIN_CHARS } from '../../../contract/limits'
import { tagFilePath } from '../../../contract/proof-paths'
import type { ProofMode } from '../../../contract/proof-paths'
import type { CheckedTag, VerifiedTag } from '../../../contract/schemas/tags'
import { checkTagFiles } from '../../../contract/tag-files/check'
import type { CheckTools, TagResult } from '../../../contract/tag-files/check'
import { problemTexts } from '../../../contract/tag-files/problem-texts'
import { readTagFiles, TAG_FILE_MAX_BYTES } from '../../../contract/tag-files/read'
import { readTagId } from '../../../contract/tag-id'
import { callerIpAddress, mediaType, readBytes, readMultipartFiles } from '../../http/request'
import type { AppEnv } from '../../http/request'
import { methodNotAllowed } from '../../http/router'
import type { Services } from '../../http/services'
import { createConcurrencyLimiter, createTimeSlices, yieldToEventLoop } from '../../lib/concurrency'
import { ApiError } from '../../lib/errors'
import type { TagFacts } from '../credentials/build'
import { trustDocument } from '../credentials/issuer'
import { findCredential } from '../credentials/repository'
import type { CredentialRow } from '../credentials/repository'
import { findRevoked } from '../credentials/issue'
import { loggedStatusList } from '../credentials/status-list'
import { tlogProofOf } from '../transparency-log/tree'
import { findVisibleTag } from './repository'
import { readSignedTag } from './signed-tag'
import type { ReportedTag, SignedTagServices } from './signed-tag'

export type ReportServices = Pick<Services, 'store' | 'clock' | 'issuer' | 'witnesses' | 'proofAlarm'>

/**
 * Verifies a TrustTag as anyone can: credential, log entry and logged status list, with the published keys. Only this
 * check decides `isValid`; until a TrustTag is signed and logged, it is not valid.
 */
export async function reportOnTag(
  services: ReportServices,
  { tag, credential, state }: ReportedTag,
): Promise<Omit<CheckedTag, 'samples'>> {
  if (!credential) return { ...tag, isValid: false, words: notEntered, report: notEnteredReport(tag), files: null }
  const checked = await check(services, credential, tag)
  const report = state === 'altered' ? alteredReport(checked) : checked
  const { text } = verdictTexts[report.verdict]
  const mode = textsOfMode(tag.mode)
  const url = (file: 'credential.json' | 'proof.tlog-proof') =>
    services.issuer.origin + tagFilePath(tag.trustTagId, file)
  return {
    ...tag,
    isValid: report.verdict === 'valid',
    words: { title: headlineOf(report), text: mode ? `${text.replace(/\.$/u, '')}. ${mode.text}` : text },
    report,
    files: { credential: url('credential.json'), proof: url('proof.tlog-proof') },
  }
}

async function check(services: ReportServices, row: CredentialRow, { status }: VerifiedTag): Promise<ProofReport> {
  const { store, clock } = services
  // Many checks at once would add up in one turn.
  await yieldToEventLoop()
  return verifyCredential({
    credential: row.credential,
    proof: await tlogProofOf(store, row),
    statusList: await readStatusList(services, row),
    isRevoked: status === 'revoked',
    trust: readTrust(trustDocument(services)),
    now: clock.now(),
    checkStandard,
  })
}

/** Null while the list cannot be signed; then no TrustTag is valid. */
async function readStatusList(
  services: ReportServices,
  { mode, statusList }: Pick<CredentialRow, 'mode' | 'statusList'>,
) {
  try {
    return await loggedStatusList(services, mode, statusList)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'service-unavailable') return null
    throw error
  }
}

/** For a credential that is another TrustTag's or not signed by our keys: its claims must not be shown. */
const alteredReport = (report: ProofReport): ProofReport =>
  report.facts === null
    ? report
    : {
        verdict: 'altered',
        mode: report.mode,
        checks: [{ name: 'signature', outcome: 'failed', reason: 'altered' }],
        facts: null,
        log: null,
        claimedId: report.facts.trustTagId,
        asOf: null,
      }

const notEntered = {
  title: 'Not in the public log yet',
  text: 'This TrustTag has not been signed and added to the public log yet, so it cannot be checked. Try again in a few minutes.',
}

const notEnteredReport = ({ mode }: VerifiedTag): ProofReport => ({
  verdict: 'not-logged',
  mode,
  checks: [{ name: 'log', outcome: 'open', reason: 'no-log-proof' }],
  facts: null,
  log: null,
  claimedId: null,
  asOf: null,
})

export interface ShownTag extends ReportedTag {
  /** Whether search engines may list it: public and live. */
  isListed: boolean
}

/** Null for an unknown or private TrustTag. @param typed ID as people write it, or a link to its check */
export async function findShownTag(services: SignedTagServices, typed: string): Promise<ShownTag | null> {
  const { id } = readTagId(typed)
  if (id.length < TAG_ID_MIN_CHARS || id.length > TAG_ID_MAX_CHARS) return null
  const sample = sampleTags.find((one) => one.id === id)
  if (sample) return { ...(await readSignedTag(services, sample)), isListed: false }
  const row = await findVisibleTag(services.store, id)
  if (!row) return null
  const shown = await readSignedTag(services, row)
  return { ...shown, isListed: row.visibility === 'PUBLIC' && shown.tag.mode === 'live' }
}

/** Invented TrustTags that show what a check looks like, marked as samples everywhere. */
export const sampleTags: readonly TagFacts[] = [
  sampleTag({
    id: 'TT-WD2024001',
    skill: 'Web Development',
    category: 'Technology',
    holderName: 'Samuel Okoro',
    score: 87,
    issued: '2024-02-12',
  }),
  sampleTag({
    id: 'TT-EL2024017',
    skill: 'Electrician',
    category: 'Skilled Trades & Construction',
    holderName: 'Maria Alvarez',
    score: 92,
    issued: '2024-03-14',
  }),
  sampleTag({
    id: 'TT-QB2024042',
    skill: 'QuickBooks',
    category: 'Business',
    holderName: 'Samuel Okoro',
    score: 91,
    issued: '2024-05-06',
  }),
  sampleTag({
    id: 'TT-PM2024063',
    skill: 'Project Management',
    category: 'Business',
    holderName: 'Samuel Okoro',
    score: 86,
    issued: '2024-09-23',
  }),
]

function sampleTag({
  id,
  skill,
  category,
  holderName,
  score,
  issued,
}: {
  id: string
  skill: string
  category: string
  holderName: string
  score: number
  issued: string
}): TagFacts {
  return {
    id,
    skill,
    category,
    holderName,
    score,
    topics: [],
    sets: 1,
    attemptNumber: 1,
    isReviewed: false,
    issuedAt: Date.parse(issued),
    expiresAt: null,
    revokedAt: null,
    revokeReason: null,
    proof: null,
    mode: 'sample',
  }
}

type FileServices = ReportServices & SignedTagServices

/** Unpacking takes processor time: two at once, and few may wait. */
const QUEUE = { concurrency: 2, queueLength: 16, retryAfterSeconds: 5 }
/** A TrustTag and its proof; more only in an archive. */
const FILES_MAX = 10

const PATH = '/trusttag/verify-files'

/**
 * Checks files that were handed out, as /verify does in the browser: public, without a key, from any page. The body is
 * one file, or a form with several. Nothing of it is stored.
 * @param trustProxyHops TRUST_PROXY
 */
export function bindFileCheck(
  app: Hono<AppEnv>,
  services: FileServices & Pick<Services, 'rateLimiter'>,
  trustProxyHops: number,
): void {
  const queue = createConcurrencyLimiter(QUEUE)
  app.post(PATH, async (context) => {
    context.header('Access-Control-Allow-Origin', '*')
    await services.rateLimiter.take('tagChecksPerAddress', callerIpAddress(context, trustProxyHops))
    const request = context.req.raw
    const files =
      mediaType(request) === 'multipart/form-data'
        ? await readMultipartFiles(request, TAG_FILE_MAX_BYTES, FILES_MAX)
        : [{ name: '', bytes: await readBytes(request, TAG_FILE_MAX_BYTES) }]
    return context.json({ data: await queue.run(() => verifyFiles(services, files)) })
  })
  app.all(PATH, methodNotAllowed(['POST']))
}

/** `isValid` only if every TrustTag in the files is valid. `mode` says of each whether it proves anything. */
export async function verifyFiles(services: FileServices, files: readonly { name: string; bytes: Uint8Array }[]) {
  const reading = await readTagFiles(files, createTimeSlices())
  if ('problem' in reading) {
    const { problem, fileName } = reading
    return { isValid: false, problem: { code: problem, fileName, text: problemTexts[problem] }, results: [] }
  }
  const results = (await checkTagFiles(reading, toolsOf(services))).map(toAnswer)
  return { isValid: results.every(({ isValid }) => isValid), problem: null, results }
}

function toAnswer(result: TagResult) {
  const { fileNames } = result
  const nothing = { isValid: false, fileNames, differences: [] as string[], notice: null, report: null }
  if (result.outcome === 'unknown') return { ...nothing, trustTagId: result.id, words: unknownWords }
  if (result.outcome === 'unreachable') return { ...nothing, trustTagId: result.id, words: verdictTexts.unproven }
  const { report, differences, isPaper } = result
  return {
    isValid: report.verdict === 'valid',
    trustTagId: report.facts?.trustTagId ?? report.claimedId,
    words: { title: headlineOf(report), text: verdictTexts[report.verdict].text },
    fileNames,
    differences,
    notice: isPaper ? PAPER_TEXT : null,
    report,
  }
}

const unknownWords = { title: 'Invalid TrustTag', text: 'This TrustTag ID was not found or is invalid' }

function toolsOf(services: FileServices): CheckTools {
  const { store, clock } = services
  const trust = readTrust(trustDocument(services))
  return {
    now: clock.now(),
    trustFor: () => Promise.resolve(trust),
    checkStandard,
    readStatusList: ({ status, issuer }) =>
      readStatusList(services, { mode: modeOf(issuer), statusList: listOf(status) }),
    async readProof({ trustTagId }) {
      const shown = await findShownTag(services, trustTagId)
      return shown?.credential ? tlogProofOf(store, shown.credential) : null
    },
    async readCredential(id) {
      const shown = await findShownTag(services, id)
      return shown?.credential ? { outcome: 'found', credential: shown.credential.credential } : { outcome: 'unknown' }
    },
    async isRevoked({ trustTagId }) {
      const row = await findCredential(store, trustTagId)
      return row !== null && (await findRevoked(store, [row])).has(trustTagId)
    },
  }
}

const modeOf = (issuer: string): ProofMode => (issuer.endsWith(':test') ? 'test' : 'live')

const listOf = (status: CredentialFacts['status']): number => Number(status?.list.split('/').pop() ?? 0)
