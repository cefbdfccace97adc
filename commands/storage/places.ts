import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { whyUnusable } from '../../api/database/errors'
import type { Config } from '../../api/config'
import { createLocalFiles, createLocalUploads } from '../../api/features/files/local'
import { openFolder, openStorage } from '../../api/features/files/open-storage'
import type { Storage } from '../../api/features/files/open-storage'
import type { Files, StoredFile, Uploads } from '../../api/features/files/storage'

export interface Place<Kind = Storage> {
  /** For people; contains no secret. */
  title: string
  storage: Kind
}

export interface CopyRequest {
  /** A folder, or `bucket`; DATA_DIR by default. */
  from: string | undefined
  /** The same; the storage in the settings by default. */
  to: string | undefined
}

type Settings = Pick<Config, 'dataDir' | 'storage'>

const BUCKET = 'bucket'

/** The storage in the settings. @throws {ConfigError} if its folder cannot be used */
export const configuredPlace = (config: Settings): Place => ({ title: titleOf(config), storage: openStorage(config) })

/** @throws StorageError if a storage does not exist, or both are the same. @throws {ConfigError} */
export function openPlaces(config: Settings, { from, to }: CopyRequest): { from: Place<Source>; to: Place } {
  const source = settingsFor(config, from ?? config.dataDir)
  const target = to === undefined ? config : settingsFor(config, to)
  const title = titleOf(source)
  if (title === titleOf(target))
    throw new StorageError(
      `Source and target are both ${title}. Set S3_BUCKET or STORAGE_FOLDER, or use --from and --to.`,
    )
  const folder = folderOf(source)
  const storage = folder === null ? openStorage(source) : openSource(folder, from === undefined ? 'DATA_DIR' : '--from')
  return { from: { title, storage }, to: to === undefined ? configuredPlace(config) : typedTarget(target) }
}

/** Like a storage in the settings, but errors name the option. */
function typedTarget(settings: Settings): Place {
  const folder = folderOf(settings)
  if (folder === null) return configuredPlace(settings)
  if (!existsSync(folder)) throw new StorageError(`--to ${folder} does not exist. Create or mount it first.`)
  return { title: titleOf(settings), storage: openFolder(folder, '--to') }
}

function settingsFor(config: Settings, place: string): Settings {
  if (place !== BUCKET) return { ...config, storage: { folder: resolve(place), s3: null } }
  if (config.storage.s3 === null) throw new StorageError('No bucket: S3_BUCKET is not set.')
  return config
}

const folderOf = ({ dataDir, storage }: Settings): string | null => (storage.s3 ? null : (storage.folder ?? dataDir))

function titleOf(settings: Settings): string {
  const { s3 } = settings.storage
  if (!s3) return `the folder ${folderOf(settings) ?? ''}`
  return `the bucket ${s3.bucket}${s3.prefix && ` (${s3.prefix})`} at ${s3.endpoint ?? `Amazon, ${s3.region}`}`
}

/** Source of a copy; read only. */
export interface Source {
  files: Pick<Files, 'list' | 'read' | 'check'>
  uploads: Pick<Uploads, 'list' | 'size' | 'read' | 'check'>
}

/**
 * A missing subfolder is treated as empty; opening it would create it.
 * @param name what errors call the folder
 * @throws StorageError if both subfolders are missing: a typo would otherwise copy nothing and report success
 */
function openSource(folder: string, name: string): Source {
  if (!existsSync(folder)) throw new StorageError(`The folder ${folder} does not exist.`)
  const [pictures, samples] = [join(folder, 'files'), join(folder, 'work-samples')]
  if (!existsSync(pictures) && !existsSync(samples))
    throw new StorageError(`${name} ${folder} contains neither files nor work-samples.`)
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

/** The copy was impossible or incomplete; the message is for the operator. */
export class StorageError extends Error {}

/** One line. An API error hides details that its cause has. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return (error.cause instanceof Error ? error.cause.message : error.message).split('\n')[0] ?? error.name
}
