import { systemClock } from '../../api/lib/clock'
import { copyToPostgres } from '../../api/operations/copy-to-postgres'
import type { Copied } from '../../api/operations/copy-to-postgres'
import { createSecrets } from '../../api/lib/ids'
import type { Config } from '../../api/config'

/** Copies the database, and says what else has to move. */
export async function copy(url: string, config: Config): Promise<string[]> {
  const services = { secrets: createSecrets(), clock: systemClock }
  const { rows, isBehind, keys } = await copyToPostgres({ installation: config, services, url })
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return [
    `${all} rows of ${Object.keys(rows).length} tables are in PostgreSQL, and every one was read back and compared.`,
    ...(isBehind
      ? [
          'WARNING: a server wrote to the SQLite file meanwhile. That is not in the copy: stop it, and copy again into an empty database.',
        ]
      : ['Nothing was written to the SQLite file meanwhile. What a server writes from now on is not in the copy.']),
    ...(keys === null ? [] : [keyLines[keys]]),
    '',
    'What is left to do:',
    '  1. Set DATABASE_URL to that address, wherever the settings are.',
    ...fileLines(config),
    '  3. Start one server, log in, check a TrustTag. Then start the others.',
    `The SQLite file and DATA_DIR/keys stay in ${config.dataDir}. Delete them once all is well: they hold secrets.`,
  ]
}

const keyLines: Record<NonNullable<Copied['keys']>, string> = {
  encrypted: 'The signing keys are in the database, encrypted. Every server needs the same KEY_ENCRYPTION_KEY.',
  plain:
    'The signing keys are in the database, as they were in their file: not encrypted. With KEY_ENCRYPTION_KEY set, the next start encrypts them.',
}

function fileLines({ storage }: Config): string[] {
  const witness =
    '     The folder witness in DATA_DIR belongs to one machine: it stays, or moves with the only server that watches.'
  if (storage.s3 !== null || storage.folder !== null)
    return ['  2. Pictures and work samples are in shared storage already: they stay there.', witness]
  return [
    '  2. Put pictures and work samples where every server reaches them, a bucket or a shared folder (docs/storage.md).',
    '     With one server on this machine they stay in DATA_DIR: files, work-samples.',
    witness,
  ]
}
