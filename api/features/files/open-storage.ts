import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { whyUnusable } from '../../database/errors'
import { ConfigError } from '../../lib/settings'
import type { PublicUrls, Services } from '../../ports/services'
import { createLocalFiles, createLocalUploads } from './local'
import { openS3Storage } from './s3'
import type { StorageSettings } from './settings'

/** Images and work samples. */
export type Storage = Pick<Services, 'files' | 'uploads'>

/**
 * Opens the storage of the settings. A bucket is not checked: a service that is away for a minute must not prevent a start.
 * @throws {ConfigError} when the folder is unusable
 */
export function openStorage({ dataDir, storage }: { dataDir: string; storage: StorageSettings }): Storage {
  if (storage.s3) return openS3Storage(storage.s3)
  if (storage.folder === null) return openFolder(dataDir, 'DATA_DIR')
  // It is not created: the disk may not be mounted yet.
  if (existsSync(storage.folder)) return openFolder(storage.folder, 'STORAGE_FOLDER')
  throw new ConfigError(`STORAGE_FOLDER ${storage.folder} is not there. Make it, or mount what holds it.`)
}

/**
 * @param name of the setting, for errors
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

/** Path of stored files. */
export const FILES_PATH = '/files/'

/** Base URL of stored files, with a slash at its end. */
export const filesUrl = ({ api }: Pick<PublicUrls, 'api'>): string => api + FILES_PATH

/** The name in the URL of a stored file; null for an image elsewhere. */
export function fileNameOf(urls: Pick<PublicUrls, 'api'>, address: string): string | null {
  const base = filesUrl(urls)
  return address.startsWith(base) ? address.slice(base.length) : null
}

/** Removes the file of an unused image. Never rejects: remaining files are swept later. */
export async function removeImage(
  { files, urls, log }: Pick<Services, 'files' | 'urls' | 'log'>,
  address: string | null,
): Promise<void> {
  const name = address === null ? null : fileNameOf(urls, address)
  if (name === null) return
  await files
    .remove(name)
    .catch((error: unknown) =>
      log.warn({ name, reason: error instanceof Error ? error.message : 'unknown' }, 'a file could not be removed'),
    )
}

/** A younger file may belong to a running request. */
const SWEPT_AFTER_MS = 60 * 60 * 1000
const BATCH_SIZE = 200

/** Removes files that no member uses: those that a process left when it was killed before it wrote the row. */
export async function sweepFiles(services: Pick<Services, 'store' | 'files' | 'urls' | 'clock'>): Promise<void> {
  const { files, clock } = services
  let batch: string[] = []
  for await (const { name, changedAt } of files.list()) {
    if (clock.now() - changedAt > SWEPT_AFTER_MS) batch.push(name)
    if (batch.length < BATCH_SIZE) continue
    await sweep(services, batch)
    batch = []
  }
  await sweep(services, batch)
}

async function sweep(
  { store, files, urls }: Pick<Services, 'store' | 'files' | 'urls'>,
  names: readonly string[],
): Promise<void> {
  const base = filesUrl(urls)
  const used = new Set(await store.members.findUsedImages(names.map((name) => base + name)))
  for (const name of names) if (!used.has(base + name)) await files.remove(name)
}
