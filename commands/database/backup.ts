import { resolve } from 'node:path'
import type { Config } from '../../api/config'
import { requireInstallation } from '../../api/database/open-tables'
import { openStorage } from '../../api/features/files/open-storage'
import { version } from '../../package.json'
import { systemClock } from '../../api/lib/clock'
import { createSecrets } from '../../api/lib/ids'
import { keepNewest, makeBackup, verifyBackup } from '../../api/operations/backup'
import type { KeysOfBackup, Manifest } from '../../api/operations/backup-parts'
import { copyToPostgres } from '../../api/operations/copy-to-postgres'
import type { Copied } from '../../api/operations/copy-to-postgres'
import { restoreBackup, warnOfFork } from '../../api/operations/restore'
import type { Restored } from '../../api/operations/restore'
import { describePlace } from './status'

export interface Outcome {
  lines: readonly string[]
  /** Printed as an error; the command then exits with 1 although the work is done. */
  warning: string | null
}

/** Old backups are deleted only after the new one is complete. */
export async function backUp({ to, keep }: { to: string; keep: number | null }, config: Config): Promise<Outcome> {
  // Before opening the storage, which creates its folders.
  await requireInstallation(config)
  const { folder, manifest, keys } = await makeBackup({
    installation: config,
    storage: openStorage(config),
    to,
    now: new Date(),
    version,
  })
  const warning = warnOfLostKeys(keys)
  // An older backup may be the last one with the keys.
  const gone = keep === null || warning !== null ? [] : await keepNewest(resolve(to), keep)
  return {
    lines: [
      `Backup written to ${folder}`,
      ...describeBackup(manifest, keys),
      ...gone.map((name) => `Deleted: ${name}`),
      'It contains email addresses, password hashes and keys: protect it like a password, and store it on another machine.',
    ],
    warning: warning !== null && keep !== null ? `${warning} No backup was deleted.` : warning,
  }
}

export async function verify(from: string): Promise<Outcome> {
  const { manifest, parts, keys } = await verifyBackup(from)
  const asWritten = `${parts.length} files match their checksums.`
  return {
    lines: [keys === 'lost' ? asWritten : `The backup is complete: ${asWritten}`, ...describeBackup(manifest, keys)],
    warning: warnOfLostKeys(keys),
  }
}

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
    version,
  })
  const { backup, keptIn, files, schema } = restored
  return [
    `Restored into ${describePlace(config)}, with ${files} files.`,
    ...describeBackup(backup.manifest, backup.keys).slice(0, 2),
    ...(schema.from === schema.to ? [] : [`The schema was migrated from ${schema.from} to ${schema.to}.`]),
    restoredKeyTexts[restored.keys],
    ...(keptIn === null ? [] : [`The previous data is in ${keptIn}`]),
    ...warnOfFork(backup.manifest.logs, config.dataDir),
  ]
}

const restoredKeyTexts: Record<Restored['keys'], string> = {
  file: 'The signing keys are in DATA_DIR/keys.',
  'newer file kept': 'The signing keys in DATA_DIR/keys match the backup or are newer, so they were kept.',
  database: 'The signing keys are in the database.',
  environment: 'The signing keys are settings of the environment: they must match the backup.',
  none: 'The backup has no readable signing keys. Run `npm run keys -- --help` for what to do.',
}

/** Lost keys are reported by `warnOfLostKeys`. */
function describeBackup(
  { takenAt, engine, schema, program, rows, logs, missing }: Manifest,
  keys: KeysOfBackup,
): string[] {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return [
    `As of ${takenAt}: ${all} rows of ${engine} (${rows['members'] ?? 0} members), schema ${schema}, version ${program}`,
    `Log entries: ${logs.live} live, ${logs.test} in Test Mode`,
    ...backupKeyTexts[keys],
    ...missing.map((path) => `Not in the backup, because the installation lacks it: ${path}`),
  ]
}

const backupKeyTexts: Record<KeysOfBackup, readonly string[]> = {
  environment: ['The signing keys are not included: they are settings of the environment. Back those up, too.'],
  held: ['The signing keys are included. If KEY_ENCRYPTION_KEY is set, they need it: store it elsewhere.'],
  none: ['No signing keys are included.'],
  lost: [],
}

/** Null if nothing is wrong. */
const warnOfLostKeys = (keys: KeysOfBackup): string | null =>
  keys === 'lost'
    ? 'WARNING: the signing keys are not included, but TrustTags or a log need them. In the installation they are missing or unreadable. An older backup may have them.'
    : null

export async function copy(url: string, config: Config): Promise<string[]> {
  const services = { secrets: createSecrets(), clock: systemClock }
  const { rows, isBehind, keys } = await copyToPostgres({ installation: config, services, url })
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return [
    `${all} rows of ${Object.keys(rows).length} tables were copied to PostgreSQL. Each was read back and compared.`,
    ...(isBehind
      ? [
          'WARNING: a server wrote to the SQLite file during the copy, and the copy lacks that data. Stop the server and copy again into an empty database.',
        ]
      : [
          'Nothing was written to the SQLite file during the copy. Anything written to it from now on is not in the copy.',
        ]),
    ...(keys === null ? [] : [keyLines[keys]]),
    '',
    'Next steps:',
    '  1. Set DATABASE_URL to that URL.',
    ...fileLines(config),
    '  3. Start one server, log in and check a TrustTag. Then start the others.',
    `The SQLite file and DATA_DIR/keys stay in ${config.dataDir}. Delete them when everything works: they contain secrets.`,
  ]
}

const keyLines: Record<NonNullable<Copied['keys']>, string> = {
  encrypted: 'The signing keys are in the database, encrypted. Every server needs the same KEY_ENCRYPTION_KEY.',
  plain:
    'The signing keys are in the database, unencrypted as in their file. If KEY_ENCRYPTION_KEY is set, the next start encrypts them.',
}

function fileLines({ storage }: Config): string[] {
  const witness =
    '     The folder witness in DATA_DIR belongs to one machine: leave it, or move it with the only server that runs a witness.'
  if (storage.s3 !== null || storage.folder !== null)
    return ['  2. Images and work samples are in shared storage already: they stay there.', witness]
  return [
    '  2. Move images and work samples to a bucket or a folder that every server reaches (docs/storage.md).',
    '     With one server on this machine, they stay in DATA_DIR: files, work-samples.',
    witness,
  ]
}
