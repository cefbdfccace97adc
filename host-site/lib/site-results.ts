import type { EndpointName } from '../../contract/endpoints'
import type { assessmentEndpoints } from '../../contract/endpoints/assessments'
import type { tagProfileEndpoints } from '../../contract/endpoints/tag-profiles'
import type { tagPurchaseEndpoints } from '../../contract/endpoints/tag-purchases'
import type { tagEndpoints } from '../../contract/endpoints/tags'
import type { workSampleEndpoints } from '../../contract/endpoints/work-samples'
import type { Answer, Output } from '../../contract/schemas'
import type { CheckedTag, VerifiedTag } from '../../contract/schemas/tags'

/** For failures without a better message (seed 000 section 8). */
export const UNEXPECTED = 'An unexpected error occurred. Please try again.'

export interface SiteResult {
  success: boolean
  /** For the user to quote. */
  reference?: string
  /** For the user; empty if the server sent no text. */
  error?: string
}

export type VerifyResult =
  | { outcome: 'found'; tag: Verification }
  /** No TrustTag has this ID. */
  | { outcome: 'unknown' }
  /** No usable response. The server's message, or empty. */
  | { outcome: 'failed'; error: string }

export type OpenFile =
  | { outcome: 'read'; text: string }
  /** The file does not exist. */
  | { outcome: 'missing' }
  /** No response. */
  | { outcome: 'unreachable' }

export type SiteCall =
  | keyof typeof assessmentEndpoints
  | keyof typeof tagPurchaseEndpoints
  | Exclude<keyof typeof tagEndpoints, SiteDownload | 'verifyTag'>
  | Exclude<keyof typeof tagProfileEndpoints, SiteDownload>
  | Exclude<keyof typeof workSampleEndpoints, 'sendWorkSample'>

export type SiteDownload = 'getOwnTagFile' | 'getPortfolioArchive'

export interface CallFailure {
  success: false
  /** Empty without a response. */
  code: string
  /** For the user; empty if the server sent no text. */
  error: string
  /** Null if waiting does not help, or the time is unknown. */
  retryAfterSeconds: number | null
  /** Skills to choose instead of a typed one. */
  suggestions?: unknown
}

export type CallResult<K extends SiteCall> = { success: true; data: Output<K>; message: string } | CallFailure

export type DownloadResult = { success: true; file: Blob; fileName: string } | CallFailure

export type UploadResult = { success: true; data: Output<'sendWorkSample'> } | CallFailure

/** An error response of the server. */
export class RefusedError extends Error {
  constructor(
    message: string,
    readonly code = '',
    readonly retryAfterSeconds: number | null = null,
    readonly suggestions?: unknown,
  ) {
    super(message)
  }
}

/** Reads an error body. */
export const refusalOf = (body: unknown): RefusedError =>
  new RefusedError(textOf(body, 'message'), textOf(body, 'code'), retryOf(body), fieldOf(body, 'suggestions'))

export const textOfError = (error: unknown): string => (error instanceof Error ? error.message : String(error))

export function toAnswer<K extends EndpointName>(body: unknown): Answer<K> {
  if (!isAnswer<K>(body)) throw new Error('The response has no data.')
  return body
}

/** The contract types `data`; the server validated it. */
export const isAnswer = <K extends EndpointName>(body: unknown): body is Answer<K> =>
  typeof body === 'object' && body !== null && 'data' in body

const fieldOf = (answer: unknown, name: string): unknown =>
  new Map<string, unknown>(Object.entries(answer ?? {})).get(name)

/** Empty without one. */
function textOf(answer: unknown, name: 'message' | 'code'): string {
  const text = fieldOf(answer, name)
  return typeof text === 'string' ? text : ''
}

function retryOf(answer: unknown): number | null {
  const seconds = fieldOf(answer, 'retryAfterSeconds')
  return typeof seconds === 'number' ? seconds : null
}

/** From Content-Disposition; empty without one. */
export function fileNameOf({ headers }: Pick<Response, 'headers'>): string {
  const [, encoded = ''] = /filename\*=UTF-8''([^;]+)/i.exec(headers.get('content-disposition') ?? '') ?? []
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}

/** The public facts of a TrustTag. The server's own check can only count against it: this page checks for itself. */
export type Verification = VerifiedTag & {
  report?: Pick<CheckedTag['report'], 'verdict'>
  samples?: CheckedTag['samples']
}

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

/** The fields that the page shows. */
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

/** Rejects incomplete or contradictory responses, which must never show as valid. */
export function isVerification(value: unknown): value is Verification {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  return (
    Object.entries(shown).every(([name, check]) => check(fields.get(name))) &&
    fields.get('isValid') === (fields.get('status') === 'valid' && !isFoundWanting(fields.get('report')))
  )
}

/** The server's own check of the signature failed. */
const isFoundWanting = (report: unknown): boolean =>
  typeof report === 'object' && report !== null && 'verdict' in report && report.verdict !== 'valid'
