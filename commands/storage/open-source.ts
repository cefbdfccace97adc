import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { whyUnusable } from '../../api/database/errors'
import { createLocalFiles } from '../../api/adapters/files/local-files'
import { createLocalUploads } from '../../api/adapters/files/local-uploads'
import type { Files, StoredFile } from '../../api/ports/files'
import type { Uploads } from '../../api/ports/uploads'
import { StorageError } from './storage-error'

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
export function openSource(folder: string, name: string): Source {
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
