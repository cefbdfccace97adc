import { toHex } from '../../../contract/bytes'
import { checkSignature } from '../../../contract/credential/check-signature'
import { credentialDigest, leafHashOf, logEntry } from '../../../contract/credential/log-entry'
import { parseJson } from '../../../contract/credential/parse-json'
import { isSample } from '../../../contract/credential/read-facts'
import type { CredentialFacts, Trust } from '../../../contract/credential/report'
import { ASSESSMENT_QUESTIONS } from '../../../contract/limits'
import { scoreBand } from '../../../contract/score-band'
import { licenseNote } from '../../../contract/license-note'
import { NAME_NOT_CHECKED } from '../../../contract/tag-texts'
import { isGeneralTag } from '../../../contract/is-general-tag'
import { didOf, proofModes, tagFilesPath } from '../../../contract/proof-paths'
import type { HeldTag, VerifiedTag } from '../../../contract/schemas/tags'
import { toIso } from '../../lib/clock'
import { createTimeSlices } from '../../lib/concurrency'
import { ApiError } from '../../lib/errors'
import type { PublicUrls, Services } from '../../http/services'
import { findSkill } from '../assessments/skills'
import type { TagFacts } from '../credentials/build'
import { findCredential, listCredentialsByTags } from '../credentials/repository'
import type { CredentialRow } from '../credentials/repository'
import { findRevoked } from '../credentials/issue'
import { findTagById } from './repository'
import type { TagRow } from './repository'

export type SignedTagServices = Pick<Services, 'store' | 'clock' | 'urls' | 'issuer' | 'banks' | 'proofAlarm'>

/**
 * - `signed`: `tag` has the signed facts, and the revocation from the log
 * - `unsigned`: issued before there were credentials: `tag` has the row's facts
 * - `altered`: the stored credential is not what was signed, or is another TrustTag's: `tag` has the row's facts,
 * is invalid, and must not be shown as issued
 */
export interface ReportedTag {
  state: 'signed' | 'unsigned' | 'altered'
  tag: VerifiedTag
  credential: CredentialRow | null
}

/** Where a row or sample differs, the signed facts win and the owner gets an alarm. @returns in the same order */
export async function readSignedTags(services: SignedTagServices, rows: readonly TagFacts[]): Promise<ReportedTag[]> {
  const { store } = services
  const credentials = await listCredentialsByTags(
    store,
    rows.map(({ id }) => id),
  )
  const revoked = await findRevoked(store, credentials)
  const byTag = new Map(credentials.map((credential) => [credential.tagId, credential]))
  const reported: ReportedTag[] = []
  const nextSlice = createTimeSlices()
  for (const row of rows) {
    await nextSlice()
    const credential = byTag.get(row.id) ?? null
    reported.push(
      credential ? await readOne(services, row, credential, revoked.has(row.id)) : withoutCredential(services, row),
    )
  }
  return reported
}

export async function readSignedTag(services: SignedTagServices, row: TagFacts): Promise<ReportedTag> {
  const [reported] = await readSignedTags(services, [row])
  return reported ?? withoutCredential(services, row)
}

/** For their holder, in the same order. */
export async function toHeldTags(services: SignedTagServices, rows: readonly TagRow[]): Promise<HeldTag[]> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (await readSignedTags(services, rows)).flatMap(({ tag }) => {
    const row = byId.get(tag.trustTagId)
    return row ? [heldTag(services, tag, row)] : []
  })
}

export const toHeldTag = async (services: SignedTagServices, row: TagRow): Promise<HeldTag> =>
  heldTag(services, (await readSignedTag(services, row)).tag, row)

const heldTag = ({ issuer }: Pick<Services, 'issuer'>, tag: VerifiedTag, row: TagRow): HeldTag => ({
  ...tag,
  attemptId: row.attemptId,
  visibility: row.visibility,
  filesUrl: issuer.origin + tagFilesPath(row.id),
})

/** The facts to draw on a file. @throws ApiError `service-unavailable` for an altered TrustTag */
export function drawable({ state, tag }: Pick<ReportedTag, 'state' | 'tag'>): VerifiedTag {
  if (state === 'altered') throw new ApiError('service-unavailable')
  return tag
}

/** A row with a log entry has lost its credential; one without was never signed. */
function withoutCredential(services: SignedTagServices, row: TagFacts): ReportedTag {
  if (row.proof === null) return { state: 'unsigned', tag: toVerifiedTag(services, row), credential: null }
  raise(services, row, ['the credential'])
  return { state: 'altered', tag: { ...toVerifiedTag(services, row), isValid: false }, credential: null }
}

async function readOne(
  services: SignedTagServices,
  row: TagFacts,
  credential: CredentialRow,
  isRevoked: boolean,
): Promise<ReportedTag> {
  const signed = await readSigned(services, credential)
  if (signed?.facts.trustTagId !== row.id) {
    raise(services, row, ['the credential'])
    const tag = toVerifiedTag(services, row)
    return { state: 'altered', tag: { ...tag, isValid: false }, credential }
  }
  const facts = toTagFacts(services, signed, row, { credential, isRevoked })
  if (differencesOf(row, facts).length > 0) await raiseIfConfirmed(services, row)
  return { state: 'signed', tag: toVerifiedTag(services, facts), credential }
}

/** Reads both again before the alarm: a change between the two reads is no contradiction. */
async function raiseIfConfirmed(services: SignedTagServices, { id }: TagFacts): Promise<void> {
  const { store } = services
  const [row, credential] = [await findTagById(store, id), await findCredential(store, id)]
  const signed = credential && (await readSigned(services, credential))
  if (!row || !signed) return
  const isRevoked = (await findRevoked(store, [credential])).has(id)
  const differing = differencesOf(row, toTagFacts(services, signed, row, { credential, isRevoked }))
  if (differing.length > 0) raise(services, row, differing)
}

/** Samples are code: a difference means a newer version, not an attack. */
function raise({ proofAlarm }: Pick<Services, 'proofAlarm'>, { id, mode }: TagFacts, differing: string[]): void {
  if (mode !== 'sample') proofAlarm({ kind: 'tag-record-differs', tagId: id, differing })
}

interface SignedFacts {
  facts: CredentialFacts
  mode: TagFacts['mode']
  leafHash: string
}

/** Checked signatures by credential text, valid for the current keys. */
interface CheckedTexts {
  keys: string
  byText: Map<string, SignedFacts | null>
}

const CHECKED_MAX = 500
const checked = new WeakMap<Services['issuer'], CheckedTexts>()

/** The facts of a credential that our issuer signed; null for any other. */
async function readSigned(
  { issuer }: Pick<Services, 'issuer'>,
  { credential }: Pick<CredentialRow, 'credential'>,
): Promise<SignedFacts | null> {
  const trust = trustOf(issuer)
  const keys = JSON.stringify(trust.map((one) => one.keys))
  const before = checked.get(issuer)
  const texts = before?.keys === keys ? before : { keys, byText: new Map<string, SignedFacts | null>() }
  checked.set(issuer, texts)
  const known = texts.byText.get(credential)
  if (known !== undefined) return known
  const document = parseJson(credential)
  const signed = await checkSignature(document, trust)
  const found =
    signed.reason === 'signed'
      ? {
          facts: signed.facts,
          mode: signed.issuer.mode === 'live' ? ('live' as const) : testMode(signed.facts),
          leafHash: toHex(leafHashOf(logEntry('issue', credentialDigest(document)))),
        }
      : null
  if (texts.byText.size >= CHECKED_MAX) texts.byText.clear()
  texts.byText.set(credential, found)
  return found
}

const testMode = ({ issuerName }: CredentialFacts): 'sample' | 'test' => (isSample(issuerName) ? 'sample' : 'test')

const trustOf = (issuer: Services['issuer']): Trust =>
  proofModes.map((mode) => ({
    did: didOf(issuer.origin, mode),
    mode,
    keys: issuer.issuerKeys(mode).map(({ publicKeyMultibase }) => publicKeyMultibase),
    logKeys: [],
    witnesses: [],
  }))

/**
 * The reported facts. Not signed, so from the row where it agrees: the category (which follows from the skill), the
 * points behind a topic's percent, and the revocation's time and reason.
 */
function toTagFacts(
  { banks }: Pick<Services, 'banks'>,
  { facts, mode, leafHash }: SignedFacts,
  row: TagFacts,
  { credential: { logIndex }, isRevoked }: { credential: CredentialRow; isRevoked: boolean },
): TagFacts {
  const issuedAt = Date.parse(facts.validFrom)
  return {
    id: facts.trustTagId,
    skill: facts.skill,
    category: mode === 'sample' ? row.category : findSkill(banks, facts.skill).category,
    holderName: facts.holderName,
    score: facts.score,
    topics: facts.topics.map(({ title, percent }) => {
      const same = row.topics.find((one) => one.title === title && percentOf(one) === percent)
      return same ?? { topic: title, title, points: percent, of: 100 }
    }),
    sets: facts.sets,
    attemptNumber: facts.attempt,
    isReviewed: facts.isReviewed,
    issuedAt: sameSecond(row.issuedAt, issuedAt) ? row.issuedAt : issuedAt,
    expiresAt: facts.validUntil === null ? null : Date.parse(facts.validUntil),
    revokedAt: isRevoked ? row.revokedAt : null,
    revokeReason: isRevoked ? row.revokeReason : null,
    proof: { leafHash, logIndex },
    mode,
    isRevoked,
  }
}

const percentOf = ({ points, of }: TagFacts['topics'][number]): number => (of > 0 ? Math.round((points / of) * 100) : 0)

/** Credentials have times in seconds. */
const sameSecond = (one: number | null, other: number | null): boolean =>
  one === null || other === null ? one === other : Math.floor(one / 1000) === Math.floor(other / 1000)

/** The differences between a row and the signed facts, worded for a sentence. */
function differencesOf(row: TagFacts, signed: TagFacts): string[] {
  const topicsOf = ({ topics }: TagFacts) => JSON.stringify(topics.map((one) => [one.title, percentOf(one)]))
  const differing: Readonly<Record<string, boolean>> = {
    'the skill': row.skill !== signed.skill,
    'the holder’s name': row.holderName !== signed.holderName,
    'the score': row.score !== signed.score,
    'the topics': topicsOf(row) !== topicsOf(signed),
    'the questions behind the score':
      row.sets !== signed.sets || row.attemptNumber !== signed.attemptNumber || row.isReviewed !== signed.isReviewed,
    'the issue date': !sameSecond(row.issuedAt, signed.issuedAt),
    'the expiry date': !sameSecond(row.expiresAt, signed.expiresAt),
    'the log entry':
      row.proof !== null &&
      (row.proof.leafHash !== signed.proof?.leafHash || row.proof.logIndex !== signed.proof.logIndex),
    'whether it is real': row.mode !== signed.mode,
    'whether it was revoked': statusOf(row, 0) !== statusOf(signed, 0),
  }
  return Object.entries(differing).flatMap(([name, differs]) => (differs ? [name] : []))
}

/** A revoked TrustTag stays `revoked` after it expires. */
export function statusOf(
  { revokedAt, expiresAt, isRevoked = revokedAt !== null }: Pick<TagFacts, 'revokedAt' | 'expiresAt' | 'isRevoked'>,
  now: number,
): VerifiedTag['status'] {
  if (isRevoked) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'valid'
}

export function toVerifiedTag({ clock, urls }: Pick<Services, 'clock' | 'urls'>, facts: TagFacts): VerifiedTag {
  const now = clock.now()
  const status = statusOf(facts, now)
  return {
    isValid: status === 'valid',
    status,
    trustTagId: facts.id,
    skill: facts.skill,
    licenseNote: licenseNote(facts.skill),
    category: facts.category,
    isGeneral: isGeneralTag(facts.id),
    holderName: facts.holderName,
    issueDate: toIso(facts.issuedAt),
    score: facts.score,
    ...accuracyOf(facts),
    topics: facts.topics,
    verificationDate: toIso(now),
    expiresAt: facts.expiresAt === null ? null : toIso(facts.expiresAt),
    revokedAt: facts.revokedAt === null ? null : toIso(facts.revokedAt),
    revokeReason: facts.revokeReason,
    blockchainHash: facts.proof?.leafHash ?? null,
    proof: facts.proof,
    mode: facts.mode,
    url: verifyUrl(urls, facts.id),
  }
}

function accuracyOf({ score, sets, attemptNumber, isReviewed }: TagFacts) {
  const questions = sets * ASSESSMENT_QUESTIONS
  const band = scoreBand({ score, questions })
  return { band, questions, sets, attempt: attemptNumber, nameState: NAME_NOT_CHECKED, isReviewed }
}

export const verifyPageUrl = ({ site }: Pick<PublicUrls, 'site'>): string => `${site}/verify`

export const verifyUrl = (urls: Pick<PublicUrls, 'site'>, id: string): string =>
  `${verifyPageUrl(urls)}/${encodeURIComponent(id)}`
