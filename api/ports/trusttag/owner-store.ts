import type { Mode } from '../../lib/ids'

/** What an owner may look at: an app's data of one mode. */
export interface OwnerScope {
  appId: string
  mode: Mode
}

/** A link that opens the owner's page once, or the session that it was exchanged for. */
export interface OwnerAccessRow extends OwnerScope {
  tokenDigest: string
  expiresAt: number
}

/** Who may see the owner's page. */
export interface OwnerAccessRepository {
  insertLink(link: OwnerAccessRow): Promise<void>
  /** Deletes the link and answers it; null when it is unknown or expired, or another request was first. Atomic. */
  consumeLink(tokenDigest: string, now: number): Promise<OwnerAccessRow | null>
  insertSession(session: OwnerAccessRow): Promise<void>
  /** Null when unknown or expired. */
  findSession(tokenDigest: string, now: number): Promise<OwnerAccessRow | null>
  deleteSession(tokenDigest: string): Promise<void>
  deleteExpired(now: number): Promise<void>
}
