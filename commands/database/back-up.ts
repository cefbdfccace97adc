import { resolve } from 'node:path'
import { keepNewest, makeBackup } from '../../api/operations/backup'
import { requireInstallation } from '../../api/database/open-tables'
import { openStorage } from '../../api/adapters/files/open-storage'
import type { Config } from '../../api/config'
import { packageVersion } from '../../api/http/package-version'
import type { Outcome } from './outcome'
import type { DatabaseRequest } from './read-request'
import { tellBackup } from './tell-backup'
import { warnOfLostKeys } from './warn-of-lost-keys'

/** Makes a backup, then deletes the ones that are too old: never the other way round. */
export async function backUp(
  config: Config,
  { to, keep }: Extract<DatabaseRequest, { verb: 'backup' }>,
): Promise<Outcome> {
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
      ...tellBackup(manifest, keys),
      ...gone.map((name) => `Deleted: ${name}`),
      'It holds addresses, password digests and keys: keep it like a password, on another machine.',
    ],
    warning: warning !== null && keep !== null ? `${warning} No backup was deleted.` : warning,
  }
}
