import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { openStorage } from '../../api/adapters/files/open-storage'
import type { Storage } from '../../api/adapters/files/open-storage'
import type { Config } from '../../api/config'
import type { CopyRequest } from './read-request'
import { StorageError } from './storage-error'

export interface Place {
  /** For people; no secret is in it. */
  title: string
  storage: Storage
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
): { from: Place; to: Place } {
  const places = {
    from: settingsFor(config, from ?? config.dataDir),
    to: to === undefined ? config : settingsFor(config, to),
  }
  const [source, target] = [titleOf(places.from), titleOf(places.to)]
  if (source === target)
    throw new StorageError(`Both are ${source}. Set S3_BUCKET or STORAGE_FOLDER, or say --from and --to.`)
  const folder = folderOf(places.from)
  // Opening makes a folder: a slip of the pen would copy nothing from a new one and call it done.
  if (folder !== null && !existsSync(folder)) throw new StorageError(`There is no folder ${folder}.`)
  return { from: configuredPlace(places.from), to: configuredPlace(places.to) }
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
