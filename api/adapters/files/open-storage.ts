import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../../config'
import type { Config } from '../../config'
import type { Services } from '../../ports/services'
import { whyUnusable } from '../../database/errors'
import { createLocalFiles } from './local-files'
import { createLocalUploads } from './local-uploads'
import { openS3Storage } from './s3/open-s3-storage'

/** Pictures and work samples, in one place. */
export type Storage = Pick<Services, 'files' | 'uploads'>

/**
 * Where the files of members are kept. Whether a bucket can be used is told by `check`: a service that is away for a minute is
 * no reason not to start.
 * @throws {ConfigError} when the folder cannot be used
 */
export function openStorage({ dataDir, storage }: Pick<Config, 'dataDir' | 'storage'>): Storage {
  if (storage.s3) return openS3Storage(storage.s3)
  if (storage.folder === null) return openFolder(dataDir, 'DATA_DIR')
  // One that was made here would take the files of members in the place of a disk that is not mounted.
  if (existsSync(storage.folder)) return openFolder(storage.folder, 'STORAGE_FOLDER')
  throw new ConfigError(`STORAGE_FOLDER ${storage.folder} is not there. Make it, or mount what holds it.`)
}

/**
 * Files in a folder on a disk, or on one that machines share.
 * @param name what the folder is called in an error
 * @throws {ConfigError}
 */
export function openFolder(folder: string, name: string): Storage {
  try {
    return {
      files: createLocalFiles(join(folder, 'files')),
      uploads: createLocalUploads({ folder: join(folder, 'work-samples') }),
    }
  } catch (error) {
    throw new ConfigError(`${name} ${folder} cannot be used: ${whyUnusable(error)}`, { cause: error })
  }
}
