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
  /** Those that there are, in no order. */
  listByTags(tagIds: readonly string[]): Promise<CredentialRow[]>
  /** What ties credentials to their `revoke` entries, by ID. @param after the ID that the page before ended with; empty at first */
  listKeys(mode: ProofMode, after: string, limit: number): Promise<CredentialKeys[]>
  /** Takes one away, so that another can be issued in its place. */
  delete(tagId: string): Promise<void>
  /** IDs of TrustTags that have none, oldest first. */
  listTagsWithout(limit: number): Promise<string[]>
}

export type CredentialKeys = Pick<CredentialRow, 'tagId' | 'digest' | 'salt' | 'statusList' | 'statusIndex'>

/** A bit of a status list (Bitstring Status List 1.0, `statusListIndex`). */
export interface StatusListIndex {
  list: number
  index: number
}

/** A bit that is set for good. */
export interface RevocationRow extends StatusListIndex {
  mode: ProofMode
  /** First version of the list that has it. */
  version: number
  /** Of the `revoke` entry; null: not known, of a credential that was erased before this was kept. */
  logIndex: number | null
}

/** The bits of status lists. Which credential a bit belongs to is not stored here. */
export interface StatusRepository {
  /** Number of the list that places are given from, and how many it gave; list 1 with none at first. */
  newest(mode: ProofMode): Promise<{ list: number; used: number }>
  /** False when the place is taken. Atomic. */
  take(mode: ProofMode, place: StatusListIndex): Promise<boolean>
  /** Whether any index of a list was ever given. */
  isUsed(mode: ProofMode, list: number): Promise<boolean>
  /** Sets a bit for good; one that is set stays as it is. @param at kept to the day, in a column that nothing trusts */
  addRevocation(revocation: RevocationRow, at: number): Promise<void>
  /** Bits of a list that are set, by version and index. */
  listRevocations(mode: ProofMode, list: number): Promise<Pick<RevocationRow, 'index' | 'version'>[]>
  /** Indexes that the column of older versions marks as revoked: read once, to fill the table above. */
  listMarked(mode: ProofMode, list: number): Promise<number[]>
}
