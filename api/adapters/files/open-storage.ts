import { join } from 'node:path'
import { ConfigError } from '../../config'
import type { Config } from '../../config'
import type { Services } from '../../ports/services'
import { openDatabaseProblem } from '../database/open-database-problem'
import { createLocalFiles } from './local-files'
import { createLocalUploads } from './local-uploads'

/**
 * Where the files of members are kept.
 * @throws {ConfigError} when the folder cannot be used
 */
export function openStorage({ dataDir }: Pick<Config, 'dataDir'>): Pick<Services, 'files' | 'uploads'> {
  try {
    return {
      files: createLocalFiles(join(dataDir, 'files')),
      uploads: createLocalUploads({ folder: join(dataDir, 'work-samples') }),
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const reason = openDatabaseProblem(error) ?? message.split('\n')[0]
    throw new ConfigError(`DATA_DIR ${dataDir} cannot be used: ${reason}`, { cause: error })
  }
}
