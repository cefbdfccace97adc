import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AppFile } from '../features/apps/definition'
import { AppDefinitionError, checkHtml, KEYS_TAKEN, readDefinition } from '../features/apps/read-definition'
import { UniqueConstraintError } from '../lib/errors'
import type { Db } from '../database/db'
import { findAppById } from '../features/apps/repository'
import { insertApp } from '../features/apps/versions'

/**
 * Adds missing apps; existing ones stay as their owner changed them. All files are read before the first is stored.
 * @param folder path or file URL of a folder of `app_*.json`
 * @param except ids to skip
 * @returns the added ids
 * @throws AppDefinitionError naming file and field
 */
export async function importApps(db: Db, folder: string | URL, except: readonly string[] = []): Promise<string[]> {
  const path = typeof folder === 'string' ? folder : fileURLToPath(folder)
  const files = (await readdir(path)).filter((file) => file.endsWith('.json')).toSorted()
  const apps: { file: string; app: AppFile }[] = []
  for (const file of files) {
    const app = await readApp(join(path, file))
    if (!except.includes(app.id)) apps.push({ file, app })
  }
  for (const { file, app } of apps) {
    // Stored apps were checked when added; a check at every start would load the HTML parser.
    if ((await findAppById(db, app.id)) === null) await checkHtml(file, app)
  }
  const added: string[] = []
  for (const { file, app } of apps) {
    if (await storeApp(db, file, app)) added.push(app.id)
  }
  return added
}

async function readApp(path: string): Promise<AppFile> {
  const file = basename(path)
  const app = readDefinition(file, await readFile(path, 'utf8'))
  if (file !== `${app.id}.json`) {
    throw new AppDefinitionError(file, [`id: the file of this app must be named ${app.id}.json`])
  }
  return app
}

async function storeApp(db: Db, file: string, app: AppFile): Promise<boolean> {
  try {
    return await insertApp(db, app)
  } catch (error) {
    if (error instanceof UniqueConstraintError) {
      // PostgreSQL reports the same if another process just stored this app.
      if ((await findAppById(db, app.id)) !== null) return false
      throw new AppDefinitionError(file, [KEYS_TAKEN])
    }
    throw error
  }
}
