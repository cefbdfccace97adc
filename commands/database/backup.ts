import { resolve } from 'node:path'
import { systemClock } from '../../api/lib/clock'
import { keepNewest, makeBackup } from '../../api/operations/backup'
import type { KeysOfBackup } from '../../api/operations/backup-keys'
import type { Manifest } from '../../api/operations/backup-parts'
import { restoreBackup } from '../../api/operations/restore'
import type { Restored } from '../../api/operations/restore'
import { verifyBackup } from '../../api/operations/verify-backup'
import { warnOfFork } from '../../api/operations/backup-keys'
import { requireInstallation } from '../../api/database/open-tables'
import { createSecrets } from '../../api/lib/ids'
import type { Config } from '../../api/config'
import { openStorage } from '../../api/features/files/open-storage'
import { packageVersion } from '../../api/http/package-version'
import { describePlace } from './status'

/** The result of a verb. */
export interface Outcome {
  lines: readonly string[]
  /** Ends the command with 1, although it did what it could. */
  warning: string | null
}

/** Makes a backup, then deletes the ones that are too old: never the other way round. */
export async function backUp({ to, keep }: { to: string; keep: number | null }, config: Config): Promise<Outcome> {
  // Before opening the storage makes its folders.
  await requireInstallation(config)
  const { folder, manifest, keys } = await makeBackup({
    installation: config,
    storage: openStorage(config),
    to,
    now: new Date(),
    version: packageVersion,
  })
  const warning = warnOfLostKeys(keys)
  // An older one may be the last that has the keys.
  const gone = keep === null || warning !== null ? [] : await keepNewest(resolve(to), keep)
  return {
    lines: [
      `The backup is in ${folder}`,
      ...describeBackup(manifest, keys),
      ...gone.map((name) => `Deleted: ${name}`),
      'It holds addresses, password digests and keys: keep it like a password, on another machine.',
    ],
    warning: warning !== null && keep !== null ? `${warning} No backup was deleted.` : warning,
  }
}

/** Reads a backup through. */
export async function verify(from: string): Promise<Outcome> {
  const { manifest, parts, keys } = await verifyBackup(from)
  const asWritten = `${parts.length} files are as they were written.`
  return {
    lines: [keys === 'lost' ? asWritten : `The backup is whole: ${asWritten}`, ...describeBackup(manifest, keys)],
    warning: warnOfLostKeys(keys),
  }
}

/** Replaces what is here by a backup. */
export async function restore(
  { from, replace, withWitness }: { from: string; replace: boolean; withWitness: boolean },
  config: Config,
): Promise<string[]> {
  const restored = await restoreBackup({
    installation: config,
    storage: openStorage(config),
    services: { secrets: createSecrets(), clock: systemClock },
    from,
    replace,
    withWitness,
    version: packageVersion,
  })
  const { backup, keptIn, files, schema } = restored
  return [
    `Restored into ${describePlace(config)}; ${files} files came with it.`,
    ...describeBackup(backup.manifest, backup.keys).slice(0, 2),
    ...(schema.from === schema.to ? [] : [`The schema was brought from ${schema.from} to ${schema.to}.`]),
    restoredKeyTexts[restored.keys],
    ...(keptIn === null ? [] : [`What was here before is in ${keptIn}`]),
    ...warnOfFork(backup.manifest.logs, config.dataDir),
  ]
}

const restoredKeyTexts: Record<Restored['keys'], string> = {
  file: 'The signing keys are in DATA_DIR/keys.',
  'newer file kept': 'The signing keys in DATA_DIR/keys are those of the backup, or newer ones: they stay.',
  database: 'The signing keys are in the database.',
  environment: 'The signing keys are those of the environment: they must be the ones of the backup.',
  none: 'There are no signing keys in the backup, or none that can be read. `npm run keys -- --help` says what to do.',
}

/** What a backup says of itself, for people. For lost keys see `warnOfLostKeys`. */
function describeBackup(
  { takenAt, engine, schema, program, rows, logs, missing }: Manifest,
  keys: KeysOfBackup,
): string[] {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return [
    `As of ${takenAt}: ${all} rows of ${engine} (${rows['members'] ?? 0} members), schema ${schema}, version ${program}`,
    `Entries of the log: ${logs.live}, of Test Mode: ${logs.test}`,
    ...backupKeyTexts[keys],
    ...missing.map((path) => `Not in it, for it is not in the installation: ${path}`),
  ]
}

const backupKeyTexts: Record<KeysOfBackup, readonly string[]> = {
  environment: ['The signing keys are not in it: they are settings of the environment. Keep those, too.'],
  held: ['The signing keys are in it. Where KEY_ENCRYPTION_KEY is set they need it: keep that elsewhere.'],
  none: ['No signing keys in it.'],
  lost: [],
}

/** What is wrong with a backup that lacks the keys which its TrustTags were signed with; null where nothing is. */
const warnOfLostKeys = (keys: KeysOfBackup): string | null =>
  keys === 'lost'
    ? 'WARNING: the signing keys are not in it, though there are TrustTags or a log that need them: in the installation they are missing, or cannot be read. An older backup may have them.'
    : null
