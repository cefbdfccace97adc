import type { Handler } from 'hono'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AppEnv } from '../../http/request'
import { FILE_POLICY } from '../../http/responses'
import { ApiError } from '../../lib/errors'
import { ConfigError } from '../../lib/settings'
import { whyUnusable } from '../../database/errors'
import type { PublicUrls, Services } from '../../http/services'
import { createLocalFiles, createLocalUploads, diskSpaceOf, endlessDisk } from './local'
import { openS3Storage } from './s3-storage'
import type { StorageSettings } from './settings'

export type Storage = Pick<Services, 'files' | 'uploads'>

interface StorageOptions {
  dataDir: string
  storage: StorageSettings
  /** Default: true. */
  keepsDiskReserve?: boolean
}

/** A bucket is not checked: a short outage must not prevent a start. @throws {ConfigError} when the folder is unusable */
export function openStorage({ dataDir, storage, keepsDiskReserve = true }: StorageOptions): Storage {
  if (storage.s3) return openS3Storage(storage.s3)
  const diskSpace = keepsDiskReserve ? diskSpaceOf : endlessDisk
  if (storage.folder === null) return openFolder(dataDir, 'DATA_DIR', diskSpace)
  // Not created: the disk may not be mounted yet.
  if (existsSync(storage.folder)) return openFolder(storage.folder, 'STORAGE_FOLDER', diskSpace)
  throw new ConfigError(`STORAGE_FOLDER ${storage.folder} does not exist. Create it, or mount its volume.`)
}

/** @param name of the setting, for errors @throws {ConfigError} */
export function openFolder(folder: string, name: string, diskSpace = diskSpaceOf): Storage {
  try {
    return {
      files: createLocalFiles(join(folder, 'files'), diskSpace),
      uploads: createLocalUploads({ folder: join(folder, 'work-samples'), diskSpace }),
    }
  } catch (error) {
    throw new ConfigError(`${name} ${folder} cannot be used: ${whyUnusable(error)}`, { cause: error })
  }
}

export const FILES_PATH = '/files/'

/** With a trailing slash. */
export const filesUrl = ({ api }: Pick<PublicUrls, 'api'>): string => api + FILES_PATH

/** Null for an image on another server. */
export function fileNameOf(urls: Pick<PublicUrls, 'api'>, url: string): string | null {
  const base = filesUrl(urls)
  return url.startsWith(base) ? url.slice(base.length) : null
}

/** Never rejects: remaining files are swept later. */
export async function removeImage(
  { files, urls, log }: Pick<Services, 'files' | 'urls' | 'log'>,
  url: string | null,
): Promise<void> {
  const name = url === null ? null : fileNameOf(urls, url)
  if (name === null) return
  await files
    .remove(name)
    .catch((error: unknown) =>
      log.warn({ name, reason: error instanceof Error ? error.message : 'unknown' }, 'could not delete a file'),
    )
}

/** Re-encoded images; no other file is displayed by browsers. */
const PICTURE = /^[\da-f]{32}\.webp$/u

/**
 * For any page. The URL is the secret (128 random bits, new with each image), so it is cached forever. Opened directly, it is a sandboxed
 * document.
 */
export function serveFiles({ files }: Pick<Services, 'files'>): Handler<AppEnv> {
  return async (context) => {
    const name = context.req.param('name') ?? ''
    const etag = `"${name}"`
    const content = PICTURE.test(name) ? await files.read(name) : null
    if (content === null) throw new ApiError('not-found')
    context.header('Cache-Control', 'public, max-age=31536000, immutable')
    context.header('ETag', etag)
    context.header('Content-Security-Policy', FILE_POLICY)
    context.header('Cross-Origin-Resource-Policy', 'cross-origin')
    if (context.req.header('if-none-match')?.includes(etag)) return context.body(null, 304)
    context.header('Content-Type', 'image/webp')
    return context.body(content, 200)
  }
}
