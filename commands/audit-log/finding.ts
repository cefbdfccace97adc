/** What can be wrong with a log; the help of the command explains each. */
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
  /** One sentence. */
  text: string
  /** Signed texts that show it to others, each with who showed it; none where there is nothing signed to show. */
  evidence: readonly Evidence[]
}

export interface Evidence {
  source: string
  /** A checkpoint as it was served. */
  checkpoint: string
}

export const aFinding = (kind: FindingKind, text: string, evidence: readonly Evidence[] = []): Finding => ({
  kind,
  text,
  evidence,
})
