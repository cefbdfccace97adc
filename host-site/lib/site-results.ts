import type { EndpointName } from '../../contract/endpoints'
import type { assessmentEndpoints } from '../../contract/endpoints/assessments'
import type { tagProfileEndpoints } from '../../contract/endpoints/tag-profiles'
import type { tagPurchaseEndpoints } from '../../contract/endpoints/tag-purchases'
import type { tagEndpoints } from '../../contract/endpoints/tags'
import type { workSampleEndpoints } from '../../contract/endpoints/work-samples'
import type { Answer, Output } from '../../contract/schemas'
import type { CheckedTag, VerifiedTag } from '../../contract/schemas/tags'

/** When something broke that nobody has a better sentence for (seed 000 section 8). */
export const UNEXPECTED = 'An unexpected error occurred. Please try again.'

export interface SiteResult {
  success: boolean
  /** What the person may quote, once it is with us. */
  reference?: string
  /** Why it failed, for the person; empty if the server gave no text. */
  error?: string
}

/** What came of looking up a TrustTag. */
export type VerifyResult =
  | { outcome: 'found'; tag: Verification }
  /** No TrustTag has this ID. */
  | { outcome: 'unknown' }
  /** Nobody can say. The server's words, empty if it gave none. */
  | { outcome: 'failed'; error: string }

/** What came of reading a public file. */
export type OpenFile =
  | { outcome: 'read'; text: string }
  /** There is none at this address. */
  | { outcome: 'missing' }
  /** Nobody can say. */
  | { outcome: 'unreachable' }

/** Calls of the member, or of the visitor's browser, that fill a page. */
export type SiteCall =
  | keyof typeof assessmentEndpoints
  | keyof typeof tagPurchaseEndpoints
  | Exclude<keyof typeof tagEndpoints, SiteDownload | 'verifyTag'>
  | Exclude<keyof typeof tagProfileEndpoints, SiteDownload>
  | Exclude<keyof typeof workSampleEndpoints, 'sendWorkSample'>

/** What comes as a file. */
export type SiteDownload = 'getOwnTagFile' | 'getPortfolioArchive'

export interface CallFailure {
  success: false
  /** Empty when no answer came. */
  code: string
  /** For the person; empty if the server gave no text. */
  error: string
  /** Null when waiting does not help, or nobody knows. */
  retryAfterSeconds: number | null
}

export type CallResult<K extends SiteCall> = { success: true; data: Output<K>; message: string } | CallFailure

export type DownloadResult = { success: true; file: Blob; fileName: string } | CallFailure

export type UploadResult = { success: true; data: Output<'sendWorkSample'> } | CallFailure

/** The server answered, and said no. */
export class RefusedError extends Error {
  constructor(
    message: string,
    readonly code = '',
    readonly retryAfterSeconds: number | null = null,
  ) {
    super(message)
  }
}

/** What a body that says no says. */
export const refusalOf = (body: unknown): RefusedError =>
  new RefusedError(textOf(body, 'message'), textOf(body, 'code'), retryOf(body))

export const textOfError = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** @throws for a body without data */
export function toAnswer<K extends EndpointName>(body: unknown): Answer<K> {
  if (!isAnswer<K>(body)) throw new Error('The answer has no data.')
  return body
}

/** What stands under `data` is the contract's word: the server checked it. */
export const isAnswer = <K extends EndpointName>(body: unknown): body is Answer<K> =>
  typeof body === 'object' && body !== null && 'data' in body

/** A text of an answer that says no, empty without one. */
function textOf(answer: unknown, name: 'message' | 'code'): string {
  const fields = new Map<string, unknown>(Object.entries(answer ?? {}))
  const text = fields.get(name)
  return typeof text === 'string' ? text : ''
}

const retryOf = (answer: unknown): number | null =>
  typeof answer === 'object' && answer && 'retryAfterSeconds' in answer && typeof answer.retryAfterSeconds === 'number'
    ? answer.retryAfterSeconds
    : null

/** The name that a file comes with; empty without one. */
export function fileNameOf({ headers }: Pick<Response, 'headers'>): string {
  const [, encoded = ''] = /filename\*=UTF-8''([^;]+)/i.exec(headers.get('content-disposition') ?? '') ?? []
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}

/** What anybody may know of a TrustTag. What the server found in checking it counts only against it: this page checks itself. */
export type Verification = VerifiedTag & { report?: Pick<CheckedTag['report'], 'verdict'> }

type Check = (field: unknown) => boolean

const isFlag: Check = (field) => typeof field === 'boolean'
const isText: Check = (field) => typeof field === 'string'
const isTime: Check = (field) => typeof field === 'string' && !Number.isNaN(Date.parse(field))
const orNull =
  (check: Check): Check =>
  (field) =>
    field === null || check(field)
const oneOf = (...known: string[]): Check => {
  const values = new Set<unknown>(known)
  return (field) => values.has(field)
}

/** What the page shows of it. */
const shown: Partial<Record<keyof Verification, Check>> = {
  trustTagId: isText,
  skill: isText,
  category: isText,
  isGeneral: isFlag,
  holderName: isText,
  score: Number.isFinite,
  issueDate: isTime,
  verificationDate: isTime,
  expiresAt: orNull(isTime),
  revokedAt: orNull(isTime),
  revokeReason: orNull(isText),
  blockchainHash: orNull(isText),
  url: isText,
  topics: Array.isArray,
  status: oneOf('valid', 'revoked', 'expired'),
  mode: oneOf('live', 'test', 'sample'),
}

/** Nothing is called valid because of an answer that is half there, or that contradicts itself. */
export function isVerification(value: unknown): value is Verification {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  return (
    Object.entries(shown).every(([name, check]) => check(fields.get(name))) &&
    fields.get('isValid') === (fields.get('status') === 'valid' && !isFoundWanting(fields.get('report')))
  )
}

/** The server checked what is signed, and it did not hold. */
const isFoundWanting = (report: unknown): boolean =>
  typeof report === 'object' && report !== null && 'verdict' in report && report.verdict !== 'valid'
