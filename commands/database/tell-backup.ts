import type { KeysOfBackup } from '../../api/operations/backup-keys'
import type { Manifest } from '../../api/operations/backup-parts'

/** What a backup says of itself, for people. Keys that it lacks are told of by `warnOfLostKeys`. */
export function tellBackup(
  { takenAt, engine, schema, program, rows, logs, missing }: Manifest,
  keys: KeysOfBackup,
): string[] {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return [
    `As of ${takenAt}: ${all} rows of ${engine} (${rows['members'] ?? 0} members), schema ${schema}, version ${program}`,
    `Entries of the log: ${logs.live}, of Test Mode: ${logs.test}`,
    ...keyLines[keys],
    ...missing.map((path) => `Not in it, for it is not in the installation: ${path}`),
  ]
}

const keyLines: Record<KeysOfBackup, readonly string[]> = {
  environment: ['The signing keys are not in it: they are settings of the environment. Keep those, too.'],
  held: ['The signing keys are in it. Where KEY_ENCRYPTION_KEY is set they need it: keep that elsewhere.'],
  none: ['No signing keys in it.'],
  lost: [],
}
