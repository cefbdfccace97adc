import * as v from 'valibot'
import { proofModes } from '../../../../contract/proof-paths'

/** The parts of a backup, by their names in its folder. */
export const backupParts = {
  manifest: 'manifest.json',
  sums: 'SHA256SUMS',
  database: 'database.db',
  files: 'files',
  workSamples: 'work-samples',
  keys: 'keys/signing-keys.json',
  witness: 'witness',
} as const

/** What a backup says of itself. It is written last: a folder without one is no backup. */
export const manifestSchema = v.object({
  /** Of the folder. */
  format: v.literal(1),
  /** Version of the program that made it. */
  program: v.string(),
  /** Number of the schema that `database.db` has. */
  schema: v.number(),
  /** When the database was read; ISO 8601, UTC. */
  takenAt: v.pipe(v.string(), v.isoTimestamp()),
  /** What the installation kept its database in. */
  engine: v.picklist(['SQLite', 'PostgreSQL']),
  /** How many rows each table has. */
  rows: v.record(v.string(), v.number()),
  /** How many entries the logs have. */
  logs: v.object(v.entriesFromList(proofModes, v.number())),
  /** Where the installation kept the keys that TrustTags and the log are signed with. */
  keysIn: v.picklist(['files', 'database', 'environment']),
  /** Files that the database names and the installation did not have. */
  missing: v.array(v.string()),
  /** Hexadecimal SHA-256 of `SHA256SUMS`, which lists every other file as `sha256sum` does. */
  sums: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/u)),
})

export type Manifest = v.InferOutput<typeof manifestSchema>
