import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { openFolder, openStorage } from '../../api/features/files/open-storage'
import type { Storage } from '../../api/features/files/open-storage'
import type { Config } from '../../api/config'
import { openSource } from './open-source'
import type { Source } from './open-source'
import type { CopyRequest } from './read-request'
import { StorageError } from './storage-error'

export interface Place<Kind = Storage> {
  /** For people; no secret is in it. */
  title: string
  storage: Kind
}

type Settings = Pick<Config, 'dataDir' | 'storage'>

const BUCKET = 'bucket'

/** The place that the settings name. @throws {ConfigError} when it is a folder that cannot be used */
export const configuredPlace = (config: Settings): Place => ({ title: titleOf(config), storage: openStorage(config) })

/**
 * Where a copy comes from and goes to.
 * @throws StorageError when there is no such place, or both are the same. @throws {ConfigError}
 */
export function openPlaces(
  config: Settings,
  { from, to }: Pick<CopyRequest, 'from' | 'to'>,
): { from: Place<Source>; to: Place } {
  const source = settingsFor(config, from ?? config.dataDir)
  const target = to === undefined ? config : settingsFor(config, to)
  const title = titleOf(source)
  if (title === titleOf(target))
    throw new StorageError(`Both are ${title}. Set S3_BUCKET or STORAGE_FOLDER, or say --from and --to.`)
  const folder = folderOf(source)
  const storage = folder === null ? openStorage(source) : openSource(folder, from === undefined ? 'DATA_DIR' : '--from')
  return { from: { title, storage }, to: to === undefined ? configuredPlace(config) : typedTarget(target) }
}

/** As one of the settings, but that an error calls its folder by the option that named it. */
function typedTarget(settings: Settings): Place {
  const folder = folderOf(settings)
  if (folder === null) return configuredPlace(settings)
  if (!existsSync(folder)) throw new StorageError(`--to ${folder} is not there. Make it, or mount what holds it.`)
  return { title: titleOf(settings), storage: openFolder(folder, '--to') }
}

function settingsFor(config: Settings, place: string): Settings {
  if (place !== BUCKET) return { ...config, storage: { folder: resolve(place), s3: null } }
  if (config.storage.s3 === null) throw new StorageError('There is no bucket: S3_BUCKET is not set.')
  return config
}

const folderOf = ({ dataDir, storage }: Settings): string | null => (storage.s3 ? null : (storage.folder ?? dataDir))

function titleOf(settings: Settings): string {
  const { s3 } = settings.storage
  if (!s3) return `the folder ${folderOf(settings) ?? ''}`
  return `the bucket ${s3.bucket}${s3.prefix && ` (${s3.prefix})`} at ${s3.endpoint ?? `Amazon, ${s3.region}`}`
}
