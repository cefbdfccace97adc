import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AppDefinition } from '../../features/apps/definition'
import { AppDefinitionError, checkHtml, KEYS_TAKEN, readDefinition } from '../../features/apps/read-definition'
import { UniqueConstraintError } from '../../domain/unique-constraint-error'
import type { Store } from '../../ports/store'

/**
 * Adds every app of a folder that the database does not have yet; one that is there is left as its owner changed it.
 * All files are read before the first is stored.
 *
 * @param folder path or file URL of a folder of `app_*.json`
 * @param except ids of apps that are not added
 * @returns the ids of the apps that were added
 * @throws AppDefinitionError naming file and field
 */
export async function importApps(
  store: Pick<Store, 'apps'>,
  folder: string | URL,
  except: readonly string[] = [],
): Promise<string[]> {
  const path = typeof folder === 'string' ? folder : fileURLToPath(folder)
  const files = (await readdir(path)).filter((file) => file.endsWith('.json')).toSorted()
  const apps: { file: string; app: AppDefinition }[] = []
  for (const file of files) {
    const app = await readApp(join(path, file))
    if (!except.includes(app.id)) apps.push({ file, app })
  }
  for (const { file, app } of apps) {
    // What is stored was checked when it came; checking it again would load a parser at every start.
    if ((await store.apps.findById(app.id)) === null) await checkHtml(file, app)
  }
  const added: string[] = []
  for (const { file, app } of apps) {
    if (await insertApp(store, file, app)) added.push(app.id)
  }
  return added
}

async function readApp(path: string): Promise<AppDefinition> {
  const file = basename(path)
  const app = readDefinition(file, await readFile(path, 'utf8'))
  if (file !== `${app.id}.json`) {
    throw new AppDefinitionError(file, [`id: the file of this app must be named ${app.id}.json`])
  }
  return app
}

async function insertApp(store: Pick<Store, 'apps'>, file: string, app: AppDefinition): Promise<boolean> {
  try {
    return await store.apps.insert(app)
  } catch (error) {
    if (error instanceof UniqueConstraintError) {
      // PostgreSQL says the same of the keys of this very app, where another process stores it at the same moment.
      if ((await store.apps.findById(app.id)) !== null) return false
      throw new AppDefinitionError(file, [KEYS_TAKEN])
    }
    throw error
  }
}
