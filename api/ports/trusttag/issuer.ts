import type { ProofMode } from '../../../contract/proof-paths'
import type { TreeHead } from '../../../contract/tlog/checkpoint'
import type { VerifierKey } from '../../../contract/tlog/signed-note'

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
export interface JsonObject {
  [name: string]: JsonValue
}

/** A key that credentials are, or were, signed with. */
export interface IssuerKey {
  /** `z6Mk…` */
  publicKeyMultibase: string
  createdAt: number
  /** Since then another one signs; what it signed before stays right. Null: it signs. */
  retiredAt: number | null
}

/** Who TrustTags are issued by, and signs for them and for the log. Test Mode and samples have an issuer of their own. */
export interface Issuer {
  /** Of everything that is named in credentials: `https://…`, no slash at the end. */
  origin: string
  /** Oldest first; exactly one is not retired. */
  issuerKeys(mode: ProofMode): readonly IssuerKey[]
  /** Oldest first; the last one signs. */
  logKeys(mode: ProofMode): readonly VerifierKey[]
  /**
   * Adds the proof set of the mode's key: eddsa-rdfc-2022 and eddsa-jcs-2022.
   * @param document a credential without `proof`, whose every term its contexts define
   */
  signCredential(mode: ProofMode, document: JsonObject): Promise<JsonObject>
  /** A checkpoint with the log's own signature. Only for a tree that is being committed: two of one size must not differ. */
  signCheckpoint(mode: ProofMode, head: Omit<TreeHead, 'origin'>): Promise<string>
}
