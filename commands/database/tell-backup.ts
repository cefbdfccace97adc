import type { Manifest } from '../../api/adapters/database/backup/manifest'

/** What a backup says of itself, for people. */
export function tellBackup({ takenAt, engine, schema, program, rows, logs, keysIn, missing }: Manifest): string[] {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return [
    `As of ${takenAt}: ${all} rows of ${engine} (${rows['members'] ?? 0} members), schema ${schema}, version ${program}`,
    `Entries of the log: ${logs.live}, of Test Mode: ${logs.test}`,
    keyLine(keysIn),
    ...missing.map((path) => `Not in it, for it is not in the installation: ${path}`),
  ]
}

function keyLine(keysIn: Manifest['keysIn']): string {
  if (keysIn === 'environment')
    return 'The signing keys are not in it: they are settings of the environment. Keep those, too.'
  return 'The signing keys are in it. Where KEY_ENCRYPTION_KEY is set they need it: keep that elsewhere.'
}
