import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolder } from '../../api/features/files/open-storage'
import type { Storage } from '../../api/features/files/open-storage'
import { openS3Storage } from '../../api/features/files/s3-storage'
import type { S3Settings } from '../../api/features/files/settings'
import { startS3 } from './s3/start-s3'

/** An empty storage. */
export interface TestStorage {
  /** Opens it as another process would. */
  open(): Storage
  close(): Promise<void>
}

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

/** Uses `TEST_S3_URL` (`http://key:secret@host:port/bucket`), else starts a server. */
async function startBucket(): Promise<TestStorage> {
  const given = process.env['TEST_S3_URL']
  if (given !== undefined) return { open: () => openS3Storage(settingsOf(new URL(given))), close: async () => {} }
  const server = await startS3()
  return { open: () => openS3Storage(server.settings), close: () => server.remove() }
}

/** Earlier runs have other prefixes. */
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
