import type { Mode } from '../domain/mode'

/** Everything random: ids, tokens and codes. */
export interface Secrets {
  /** `mem_…`, `mem_sb_…` in Test Mode; sortable by creation time within a prefix. */
  memberId(mode: Mode): string
  /** An id with the given prefix (`con_`, `mail_` …). */
  id(prefix: string): string
  /** `cmt_…`, `cmt_sb_…` in Test Mode. */
  commentId(mode: Mode): string
  /** Of a record, without a prefix; sortable by creation time. */
  recordId(): string
  /** 26 characters, for a visit. */
  visitId(): string
  /** 32 random bytes, base64url: a session token, or a ticket that is exchanged for one. */
  sessionToken(): string
  /** `whsec_` and 24 random bytes, base64: what signs webhooks. */
  webhookSecret(): string
  /** 16 random bytes, base64url: the token of a mailed link. */
  linkToken(): string
  /** 16 random bytes, hexadecimal: the name of a stored file that whoever is not told cannot guess. */
  fileId(): string
  /** A whole number from 0 to below the bound, each as likely. */
  below(bound: number): number
  /** Six random digits. */
  code(): string
  /** SHA-256, hexadecimal: what the database keeps of a token. */
  digest(secret: string): string
}
