import { restoreBackup } from '../../api/operations/restore'
import type { Restored } from '../../api/operations/restore'
import { warnOfFork } from '../../api/operations/backup-keys'
import { systemClock } from '../../api/lib/clock'
import { openStorage } from '../../api/adapters/files/open-storage'
import { createSecrets } from '../../api/lib/ids'
import type { Config } from '../../api/config'
import { packageVersion } from '../../api/http/package-version'
import type { DatabaseRequest } from './read-request'
import { tellBackup } from './tell-backup'
import { tellPlace } from './tell-place'

/** Puts a backup in the place of what is here. */
export async function restore(
  config: Config,
  { from, replace, withWitness }: Extract<DatabaseRequest, { verb: 'restore' }>,
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
    `Restored into ${tellPlace(config)}; ${files} files came with it.`,
    ...tellBackup(backup.manifest, backup.keys).slice(0, 2),
    ...(schema.from === schema.to ? [] : [`The schema was brought from ${schema.from} to ${schema.to}.`]),
    keyLines[restored.keys],
    ...(keptIn === null ? [] : [`What was here before is in ${keptIn}`]),
    ...warnOfFork(backup.manifest.logs, config.dataDir),
  ]
}

const keyLines: Record<Restored['keys'], string> = {
  file: 'The signing keys are in DATA_DIR/keys.',
  'newer file kept': 'The signing keys in DATA_DIR/keys are those of the backup, or newer ones: they stay.',
  database: 'The signing keys are in the database.',
  environment: 'The signing keys are those of the environment: they must be the ones of the backup.',
  none: 'There are no signing keys in the backup, or none that can be read. `npm run keys -- --help` says what to do.',
}
