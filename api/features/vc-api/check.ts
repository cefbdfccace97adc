import { isRecord } from '../../../contract/credential/json-reading'
import { parseUrl } from '../../../contract/parse-url'

export type JsonRecord = Readonly<Record<string, unknown>>

/** Properties whose objects need a `type`; some also need an `id`. */
const typedProperties = [
  { name: 'credentialStatus', needsId: false },
  { name: 'credentialSchema', needsId: true },
  { name: 'refreshService', needsId: false },
  { name: 'termsOfUse', needsId: false },
  { name: 'evidence', needsId: false },
  { name: 'proof', needsId: false },
] as const

/**
 * Checks a credential against data model 2.0, or the part that 1.1 shares with it: signing libraries check only some
 * rules. Signatures and undefined terms are checked elsewhere.
 * @throws {VcProblem} for the first fault
 */
export function checkCredential(credential: unknown): asserts credential is Record<string, unknown> {
  if (!isRecord(credential)) fail('A credential must be an object.', 'parsing')
  checkContext(credential['@context'])
  checkType(credential, 'VerifiableCredential')
  checkId(credential, 'id')
  checkIssuer(credential)
  checkSubjects(credential)
  checkPeriod(credential)
  for (const { name, needsId } of typedProperties) checkTyped(credential, name, needsId)
  checkTexts(credential, '')
  checkRelatedResources(credential)
}

function checkIssuer({ issuer }: Record<string, unknown>): void {
  const named = isRecord(issuer) ? issuer : { id: issuer }
  checkId(named, 'issuer', true)
  checkTexts(named, 'issuer.')
}

function checkSubjects(credential: Record<string, unknown>): void {
  const subjects = objectsOf(credential, 'credentialSubject')
  if (subjects.length === 0) fail('credentialSubject is missing.')
  for (const subject of subjects) {
    if (Object.keys(subject).length === 0) fail('credentialSubject must not be empty.')
    checkId(subject, 'credentialSubject.id')
  }
}

/** Checks a presentation, and each credential in it, against the data model. @throws {VcProblem} for the first fault */
export function checkPresentation(presentation: unknown): asserts presentation is Record<string, unknown> {
  if (!isRecord(presentation)) fail('A presentation must be an object.', 'parsing')
  checkContext(presentation['@context'])
  checkType(presentation, 'VerifiablePresentation')
  checkId(presentation, 'id')
  const { holder } = presentation
  if (holder !== undefined) checkId(isRecord(holder) ? holder : { id: holder }, 'holder', true)
  checkTyped(presentation, 'termsOfUse', false)
  checkTyped(presentation, 'proof', false)
  for (const credential of objectsOf(presentation, 'verifiableCredential')) checkCredential(credential)
}

/** The first context must be that of data model 2.0 or 1.1. */
const baseContexts: ReadonlySet<unknown> = new Set([
  'https://www.w3.org/ns/credentials/v2',
  'https://www.w3.org/2018/credentials/v1',
])

function checkContext(context: unknown): void {
  if (!Array.isArray(context)) fail('@context must be a list.')
  const [first, ...others]: readonly unknown[] = context
  if (!baseContexts.has(first)) fail('@context must start with https://www.w3.org/ns/credentials/v2.')
  for (const one of others) {
    if (isRecord(one)) checkDefinitions(one)
    else if (!isUrl(one)) fail('@context must contain only URLs and objects.')
  }
}

/** A term must map to a URL, a keyword or another term: JSON-LD processors accept anything with a colon as a URL. */
function checkDefinitions(definitions: Record<string, unknown>): void {
  for (const [term, definition] of Object.entries(definitions)) {
    if (term.startsWith('@') && term !== '@vocab') continue
    const meaning = isRecord(definition) ? definition['@id'] : definition
    if (typeof meaning === 'string' && meaning.includes(':') && !isUrl(meaning))
      fail('A term in @context maps to something that is not a URL.')
    const scoped = isRecord(definition) ? definition['@context'] : null
    if (isRecord(scoped)) checkDefinitions(scoped)
  }
}

/** An XML Schema 1.1 dateTimeStamp: date, time and offset from UTC. */
const STAMP =
  /^-?(?:[1-9]\d{3,}|0\d{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?|24:00:00(?:\.0+)?)(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00))$/u

function checkPeriod(credential: JsonRecord): void {
  const [from, until] = [momentOf(credential, 'validFrom'), momentOf(credential, 'validUntil')]
  momentOf(credential, 'issuanceDate')
  momentOf(credential, 'expirationDate')
  if (from !== null && until !== null && from > until) fail('validFrom must not be later than validUntil.')
}

interface Period {
  /** Property names; null without one. */
  from: string | null
  until: string
}

/** @param now epoch milliseconds @throws {VcProblem} before the period begins or after it ends */
export function requireInTime(owner: JsonRecord, { from, until }: Period, now: number): void {
  const [start, end] = [from === null ? null : momentOf(owner, from), momentOf(owner, until)]
  if (start !== null && start > now) fail(`${from} is in the future.`, 'signature')
  if (end !== null && end < now) fail(`${until} is in the past.`, 'signature')
}

/** Epoch milliseconds; null without the property. */
function momentOf(owner: JsonRecord, name: string): number | null {
  if (!(name in owner)) return null
  const value = owner[name]
  const moment = typeof value === 'string' && STAMP.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isNaN(moment)) fail(`${name} must be a date with time and offset, such as 2026-11-22T09:00:00Z.`)
  return moment
}

const languageKeys: ReadonlySet<string> = new Set(['@value', '@language', '@direction'])

/** Each must be a text, or texts with language. @param path prefix of the owner in a problem: `issuer.`, or empty */
function checkTexts(owner: Record<string, unknown>, path: string): void {
  for (const name of ['name', 'description']) {
    const value = owner[name]
    const isText = value === undefined || typeof value === 'string' || areLanguageValues(value)
    if (!isText) fail(`${path}${name} must be a string, or an object of @value, @language and @direction.`)
  }
}

function areLanguageValues(value: unknown): boolean {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  return all.length > 0 && all.every(isLanguageValue)
}

const isLanguageValue = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value['@value'] === 'string' &&
  Object.entries(value).every(([key, one]) => languageKeys.has(key) && typeof one === 'string')

/** Each related resource needs its own URL and a digest. Digests of known contexts are compared; nothing is fetched. */
function checkRelatedResources(credential: Record<string, unknown>): void {
  const seen = new Set<unknown>()
  for (const resource of objectsOf(credential, 'relatedResource')) {
    checkId(resource, 'relatedResource.id', true)
    if (seen.has(resource.id)) fail('relatedResource must not contain a URL twice.')
    seen.add(resource.id)
    checkDigests(resource)
  }
}

function checkDigests({ id, digestSRI, digestMultibase }: Record<string, unknown>): void {
  const all = [digestSRI, digestMultibase].filter((digest) => digest !== undefined)
  const given = all.filter((digest) => typeof digest === 'string')
  if (all.length === 0) fail('relatedResource must have a digestSRI or a digestMultibase.')
  if (given.length < all.length) fail('A digest of relatedResource must be a string.')
  const known = contextDigests.get(String(id))
  if (known && !given.every((digest) => known.has(digest)))
    fail('A digest of relatedResource does not match the resource.')
}

/**
 * Published contexts: SHA-256 in hexadecimal, SHA-384 in base64. Credentials use the 2.0 base context of either the
 * Candidate Recommendation of July 2024 or the Recommendation.
 */
const publishedContexts: Readonly<Record<string, readonly { sha256: string; sha384: string }[]>> = {
  'https://www.w3.org/ns/credentials/v2': [
    {
      sha256: '59955ced6697d61e03f2b2556febe5308ab16842846f5b586d7f1f7adec92734',
      sha384: 'l/HrjlBCNWyAX91hr6LFV2Y3heB5Tcr6IeE4/Tje8YyzYBM8IhqjHWiWpr8+ZbYU',
    },
    {
      sha256: '24a18c90e9856d526111f29376e302d970b2bd10182e33959995b0207d7043b9',
      sha384: 'NSOcNpmdIVUxIJGvGUoe22FjTWrXiaXlsZ8q6912LdnR3KraQO2n75Ica4wK4Qeg',
    },
  ],
}

/** Multihash prefix of SHA-256: code and length. */
const SHA_256_PREFIX = Uint8Array.of(0x12, 0x20)

/** By URL, each notation of a valid digest: `sha256-…` and `sha384-…`, multibase with and without multihash. */
export const contextDigests: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(publishedContexts).map(([url, versions]) => [url, new Set(versions.flatMap(digestNotations))]),
)

function digestNotations({ sha256, sha384 }: { sha256: string; sha384: string }): string[] {
  const digest = Buffer.from(sha256, 'hex')
  return [
    `sha256-${digest.toString('base64')}`,
    `sha384-${sha384}`,
    `u${digest.toString('base64url')}`,
    `u${Buffer.concat([SHA_256_PREFIX, digest]).toString('base64url')}`,
  ]
}

export function fail(detail: string, kind: ProblemKind = 'malformed'): never {
  throw new VcProblem(kind, detail)
}

/** Whether it is one absolute URL of any scheme: `https:`, `did:`, `urn:`. */
const isUrl = (value: unknown): value is string =>
  typeof value === 'string' && !/\s/u.test(value) && parseUrl(value) !== null

/** The objects of a property that has one or several; none if it is missing. */
function objectsOf(owner: Record<string, unknown>, name: string): Record<string, unknown>[] {
  const value = owner[name]
  if (value === undefined) return []
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (all.length === 0 || !all.every(isRecord)) fail(`${name} must be an object or a list of objects.`)
  return all.filter(isRecord)
}

/** @param path name of the `id` in a problem */
function checkId(owner: Record<string, unknown>, path: string, isRequired = false): void {
  if (!isRequired && !('id' in owner)) return
  if (!isUrl(owner.id)) fail(`${path} must be a single URL.`)
}

function checkType({ type }: Record<string, unknown>, needed?: string): void {
  const types: readonly unknown[] = Array.isArray(type) ? type : [type]
  const areNames = types.length > 0 && types.every((one) => typeof one === 'string' && /^\S+$/u.test(one))
  if (!areNames) fail('type must be one or more names or URLs.')
  if (needed !== undefined && !types.includes(needed)) fail(`type must include ${needed}.`)
}

function checkTyped(owner: Record<string, unknown>, name: string, needsId: boolean): void {
  for (const one of objectsOf(owner, name)) {
    if (!('type' in one)) fail(`${name} must have a type.`)
    checkType(one)
    checkId(one, `${name}.id`, needsId)
  }
}

/** The type URLs are from VC Data Model 2.0, section 7.2, and Data Integrity, 4.7. */
const problemTypes = {
  parsing: { type: 'https://www.w3.org/TR/vc-data-model#PARSING_ERROR', title: 'The body must be a JSON object.' },
  malformed: {
    type: 'https://www.w3.org/TR/vc-data-model#MALFORMED_VALUE_ERROR',
    title: 'A value does not follow the data model.',
  },
  signature: {
    type: 'https://www.w3.org/TR/vc-data-model#CRYPTOGRAPHIC_SECURITY_ERROR',
    title: 'A proof does not verify.',
  },
  status: {
    type: 'https://www.w3.org/ns/credentials/status-list#STATUS_VERIFICATION_ERROR',
    title: 'The status of a credential could not be confirmed.',
  },
  generation: { type: 'https://w3id.org/security#PROOF_GENERATION_ERROR', title: 'The proof could not be created.' },
} as const

type ProblemKind = keyof typeof problemTypes

/** RFC 9457 */
interface ProblemDetails {
  type: string
  title: string
  detail: string
}

/** A fault in the caller's input. */
export class VcProblem extends Error {
  constructor(
    readonly kind: ProblemKind,
    /** Never repeats a value from the input. */
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(detail, options)
    this.name = 'VcProblem'
  }

  get details(): ProblemDetails {
    return { ...problemTypes[this.kind], detail: this.detail }
  }
}
