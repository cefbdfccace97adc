import { resolve } from 'node:path'
import { keepNewest } from '../../api/adapters/database/backup/keep-newest'
import { makeBackup } from '../../api/adapters/database/backup/make-backup'
import { openStorage } from '../../api/adapters/files/open-storage'
import type { Config } from '../../api/config'
import { packageVersion } from '../../api/http/package-version'
import type { DatabaseRequest } from './read-request'
import { tellBackup } from './tell-backup'

/** Makes a backup, then deletes the ones that are too old: never the other way round. */
export async function backUp(
  config: Config,
  { to, keep }: Extract<DatabaseRequest, { verb: 'backup' }>,
): Promise<string[]> {
  const { folder, manifest } = await makeBackup({
    installation: config,
    storage: openStorage(config),
    to,
    now: new Date(),
    version: packageVersion,
  })
  const gone = keep === null ? [] : await keepNewest(resolve(to), keep)
  return [
    `The backup is in ${folder}`,
    ...tellBackup(manifest),
    ...gone.map((name) => `Deleted: ${name}`),
    'It holds addresses, password digests and keys: keep it like a password, on another machine.',
  ]
}
