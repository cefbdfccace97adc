import type { Files } from '../../../ports/files'
import { isStoredName } from '../stored-name'
import type { S3Objects } from './s3-objects'

const FOLDER = 'files/'

/** Files in a bucket, one object each. The service makes an object whole or not at all. */
export function createS3Files(objects: S3Objects): Files {
  return {
    async put(name, content) {
      if (!isStoredName(name)) throw new Error('This is no name for a file.')
      await objects.put(FOLDER + name, content)
    },
    read: async (name) => (isStoredName(name) ? objects.get(FOLDER + name) : null),
    async remove(name) {
      if (isStoredName(name)) await objects.remove(FOLDER + name)
    },
    async *list() {
      for await (const { key, changedAt } of objects.list(FOLDER)) {
        const name = key.slice(FOLDER.length)
        if (isStoredName(name)) yield { name, changedAt }
      }
    },
    check: () => objects.check(),
  }
}
