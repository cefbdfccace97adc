import { existsSync } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isBackupName, UNFINISHED } from './backup-name'
import { backupParts } from './manifest'

/** An unfinished folder that is older was left by a process that was killed. */
const LEFT_AFTER_MS = 24 * 60 * 60 * 1000

/**
 * Deletes all but the newest backups of a folder, and what killed ones left. What has another name is left alone.
 * @returns the names of the backups that are gone
 */
export async function keepNewest(folder: string, keep: number): Promise<string[]> {
  const names = await readdir(folder)
  const backups = names.filter((name) => isBackupName(name) && existsSync(join(folder, name, backupParts.manifest)))
  const old = backups.toSorted().toReversed().slice(keep)
  for (const name of old) {
    // Killed in the middle of this it must not look whole.
    await rename(join(folder, name), join(folder, name + UNFINISHED))
    await rm(join(folder, name + UNFINISHED), { recursive: true })
  }
  for (const name of names.filter((one) => one.startsWith('membership-') && one.endsWith(UNFINISHED)))
    if (await isLeft(join(folder, name))) await rm(join(folder, name), { recursive: true })
  return old
}

async function isLeft(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > LEFT_AFTER_MS
}
