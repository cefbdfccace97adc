/** Explained in the command's help. */
type FindingKind =
  | 'SIGNATURE'
  | 'KEYS'
  | 'ROLLBACK'
  | 'FORK'
  | 'REWRITE'
  | 'ROOT'
  | 'HASHES'
  | 'MISSING'
  | 'TRUNCATED'
  | 'ENTRY'
  | 'DUPLICATE'
  | 'UNREVOKED'

export interface Finding {
  kind: FindingKind
  text: string
  /** Signed texts that prove it to others, each with its source; may be empty. */
  evidence: readonly Evidence[]
}

export interface Evidence {
  source: string
  /** The checkpoint as served. */
  checkpoint: string
}

export const aFinding = (kind: FindingKind, text: string, evidence: readonly Evidence[] = []): Finding => ({
  kind,
  text,
  evidence,
})
