import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { whyUnusable } from '../../api/database/errors'
import type { Config } from '../../api/config'
import { createLocalFiles, createLocalUploads } from '../../api/features/files/local'
import { openFolder, openStorage } from '../../api/features/files/open-storage'
import type { Storage } from '../../api/features/files/open-storage'
import type { Files, StoredFile, Uploads } from '../../api/features/files/storage'

export interface Place<Kind = Storage> {
  /** For people; no secret is in it. */
  title: string
  storage: Kind
}

export interface CopyRequest {
  /** A folder, or `bucket`; undefined: DATA_DIR. */
  from: string | undefined
  /** The same; undefined: the place that the settings name. */
  to: string | undefined
}

type Settings = Pick<Config, 'dataDir' | 'storage'>

const BUCKET = 'bucket'

/** The place that the settings name. @throws {ConfigError} when it is a folder that cannot be used */
export const configuredPlace = (config: Settings): Place => ({ title: titleOf(config), storage: openStorage(config) })

/**
 * Where a copy comes from and goes to.
 * @throws StorageError when there is no such place, or both are the same. @throws {ConfigError}
 */
export function openPlaces(config: Settings, { from, to }: CopyRequest): { from: Place<Source>; to: Place } {
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

/** Where a copy comes from: only read. */
export interface Source {
  files: Pick<Files, 'list' | 'read' | 'check'>
  uploads: Pick<Uploads, 'list' | 'size' | 'read' | 'check'>
}

/**
 * A folder with pictures, work samples or both. Opening would make the one that is missing: that counts as empty instead.
 * @param name what the folder is called in an error
 * @throws StorageError where neither is: a slip of the pen would copy nothing and call it done
 */
function openSource(folder: string, name: string): Source {
  if (!existsSync(folder)) throw new StorageError(`There is no folder ${folder}.`)
  const [pictures, samples] = [join(folder, 'files'), join(folder, 'work-samples')]
  if (!existsSync(pictures) && !existsSync(samples))
    throw new StorageError(`${name} ${folder} has neither files nor work-samples in it: nothing of members is there.`)
  try {
    return {
      files: existsSync(pictures) ? createLocalFiles(pictures) : noFiles,
      uploads: existsSync(samples) ? createLocalUploads({ folder: samples }) : noUploads,
    }
  } catch (cause) {
    throw new StorageError(`${name} ${folder} cannot be used: ${whyUnusable(cause)}`, { cause })
  }
}

async function* nothing(): AsyncGenerator<StoredFile> {
  yield* []
}

const noFiles: Source['files'] = { list: nothing, read: () => Promise.resolve(null), check: () => Promise.resolve() }

const noUploads: Source['uploads'] = {
  list: nothing,
  size: () => Promise.resolve(null),
  read: () => new ReadableStream(),
  check: () => Promise.resolve(),
}

/** What was asked cannot be done, or was not done in full; the message is for who typed it. */
export class StorageError extends Error {}

/** Why something failed, in a line. An error of the API says to callers less than its cause knows. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return (error.cause instanceof Error ? error.cause.message : error.message).split('\n')[0] ?? error.name
}
