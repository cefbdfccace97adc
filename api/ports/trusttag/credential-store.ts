import type { ProofMode } from '../../../contract/proof-paths'

/** What was issued for a TrustTag. It goes with its holder; the entry in the log stays, and leads to nobody. */
export interface CredentialRow {
  tagId: string
  mode: ProofMode
  /** Null: of a sample. */
  memberId: string | null
  /** JSON, signed. */
  credential: string
  /** 128 random bits, base64url: makes the digest one that nobody can guess. */
  salt: string
  /** SHA-256 of the canonical JSON (RFC 8785) of the credential, hexadecimal. */
  digest: string
  /** Of its entry. */
  logIndex: number
  /** Hexadecimal, of its entry. */
  leafHash: string
  /** Where its bit stands. */
  statusList: number
  statusIndex: number
}

export interface CredentialRepository {
  insert(credential: CredentialRow): Promise<void>
  find(tagId: string): Promise<CredentialRow | null>
  listByMember(memberId: string): Promise<CredentialRow[]>
  /** IDs of TrustTags whose credential a key has signed. @param key `z6Mk…` */
  listSignedBy(mode: ProofMode, key: string): Promise<string[]>
  /** Takes one away, so that another can be issued in its place. */
  delete(tagId: string): Promise<void>
  /** IDs of TrustTags that have none, oldest first. */
  listTagsWithout(limit: number): Promise<string[]>
}

export interface StatusPlace {
  list: number
  index: number
}

/** The bits of status lists. What they belong to is not kept here. */
export interface StatusRepository {
  /** Number of the list that places are given from, and how many it gave; list 1 with none at first. */
  newest(mode: ProofMode): Promise<{ list: number; used: number }>
  /** False when the place is taken. Atomic. */
  take(mode: ProofMode, place: StatusPlace): Promise<boolean>
  /** Sets a bit for good; false when it was set before. Atomic. @param at kept to the day: it shall not tell whose act it was */
  revoke(mode: ProofMode, place: StatusPlace, at: number): Promise<boolean>
  /** How many bits of a list are set, which says whether it has changed; null when none of its places was ever given. */
  countRevoked(mode: ProofMode, list: number): Promise<number | null>
  /** Places whose bit is set, in order. */
  listRevoked(mode: ProofMode, list: number): Promise<number[]>
}
