import type { Mode } from '../lib/ids'

/** A key of the admin API. The key itself is shown once, when it is made, and kept as a digest. */
export interface SecretKeyRow {
  id: string
  appId: string
  mode: Mode
  keyDigest: string
  /** What its owner calls it; the audit log names it. */
  name: string
  /** Its last four characters, so that an owner tells keys apart. */
  ending: string
  createdAt: number
  lastUsedAt: number | null
  revokedAt: number | null
}

export interface SecretKeyRepository {
  insert(row: SecretKeyRow): Promise<void>
  /** Null for an unknown one; a revoked one is found, so that the caller can be told. */
  findByDigest(keyDigest: string): Promise<SecretKeyRow | null>
  /** Newest first. */
  list(appId: string, mode: Mode): Promise<SecretKeyRow[]>
  /** False when there is none of that id that works, or another request was first. */
  revoke(appId: string, mode: Mode, id: string, now: number): Promise<boolean>
  touch(id: string, now: number): Promise<void>
}
