import type { assessmentEndpoints } from '../../contract/endpoints/assessments'
import type { tagProfileEndpoints } from '../../contract/endpoints/tag-profiles'
import type { tagPurchaseEndpoints } from '../../contract/endpoints/tag-purchases'
import type { tagEndpoints } from '../../contract/endpoints/tags'
import type { workSampleEndpoints } from '../../contract/endpoints/work-samples'
import type { Output } from '../../contract/schemas'
import type { Verification } from './verification'

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
