import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolder } from '../../api/features/files/open-storage'
import type { Storage } from '../../api/features/files/open-storage'
import { openS3Storage } from '../../api/features/files/s3'
import type { S3Settings } from '../../api/features/files/settings'
import { startS3 } from './s3/start-s3'

/** One place for files, empty at first. */
export interface TestStorage {
  /** The same place as another process sees it. */
  open(): Storage
  close(): Promise<void>
}

/** Every kind of place that files can be kept in. */
export const storages = [
  { kind: 'a folder', start: startFolder },
  { kind: 'a bucket', start: startBucket },
] as const satisfies readonly { kind: string; start: () => Promise<TestStorage> }[]

async function startFolder(): Promise<TestStorage> {
  const folder = mkdtempSync(join(tmpdir(), 'membership-files-'))
  return {
    open: () => openFolder(folder, 'STORAGE_FOLDER'),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** In the service that `TEST_S3_URL` names (`http://key:secret@host:port/bucket`), else in one that is started for it. */
async function startBucket(): Promise<TestStorage> {
  const given = process.env['TEST_S3_URL']
  if (given !== undefined) return { open: () => openS3Storage(settingsOf(new URL(given))), close: async () => {} }
  const server = await startS3()
  return { open: () => openS3Storage(server.settings), close: () => server.remove() }
}

/** What an earlier run left lies behind another prefix. */
const run = Date.now()
const settingsOf = (url: URL): S3Settings => ({
  bucket: url.pathname.slice(1),
  endpoint: url.origin,
  region: 'us-east-1',
  accessKeyId: decodeURIComponent(url.username),
  secretAccessKey: decodeURIComponent(url.password),
  forcePathStyle: true,
  prefix: `test-${run}/`,
})
