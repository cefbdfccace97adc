import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from '../../../features/files/open-storage'
import { backupParts } from './manifest'
import { digestOf } from './part-writer'
import type { VerifiedBackup } from './verify-backup'

const BYTES_PER_PART = 4_000_000

/**
 * Puts the files of a backup where the installation keeps files. Those that are there already are left alone.
 * @returns how many the backup has
 * @throws ApiError `service-unavailable` when they cannot be kept
 */
export async function putFiles({ files, uploads }: Storage, { folder, parts }: VerifiedBackup): Promise<number> {
  const pictures = namesIn(parts, backupParts.files)
  for (const name of pictures) {
    const content = await readFile(join(folder, backupParts.files, name))
    const there = await files.read(name)
    if (there && content.equals(there)) continue
    await files.remove(name)
    await files.put(name, content)
  }
  const samples = namesIn(parts, backupParts.workSamples)
  for (const name of samples) await putUpload(uploads, join(folder, backupParts.workSamples, name), name)
  return pictures.length + samples.length
}

async function putUpload(uploads: Storage['uploads'], from: string, name: string): Promise<void> {
  if ((await uploads.size(name)) !== null) {
    if ((await uploads.digest(name)) === (await digestOf(from))) return
    await uploads.remove(name)
  }
  let offset = 0
  for await (const part of createReadStream(from, { highWaterMark: BYTES_PER_PART })) {
    if (part instanceof Uint8Array) offset = await uploads.write(name, offset, part)
  }
}

const namesIn = (parts: readonly string[], folder: string): string[] =>
  parts.filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1))
