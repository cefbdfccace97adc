import { chmodSync, copyFileSync, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseRefusal } from '../database-refusal'
import { makeFolder } from '../make-folder'
import { backupParts } from './manifest'
import type { VerifiedBackup } from './verify-backup'

/** The only parts of a witness's folder. */
const PART = /^witness\/(?:key|memory\/\d{12})\.json$/u

/** @throws DatabaseRefusal where a witness is already: it may know more than the backup */
export function requireNoWitness(dataDir: string): void {
  const folder = join(dataDir, backupParts.witness)
  if (existsSync(folder)) throw new DatabaseRefusal(`There is a witness in ${folder} already. It stays as it is.`)
}

/** Brings key and memory of the API's own witness along. */
export function putWitness(dataDir: string, { folder, parts }: VerifiedBackup): void {
  for (const path of parts.filter((part) => PART.test(part))) {
    const target = join(dataDir, path)
    makeFolder(dirname(target))
    copyFileSync(join(folder, path), target)
    chmodSync(target, 0o600)
  }
}
