import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { appDefinitionSchema } from '../../domain/app-definition'
import type { AppDefinition } from '../../domain/app-definition'
import { sanitiseHtml } from '../../domain/hosted-html/sanitise-html'
import { UnusableHtmlError } from '../../domain/hosted-html/unusable-html-error'
import { UniqueConstraintError } from '../../domain/unique-constraint-error'
import type { Store } from '../../ports/store'

/** An app definition that cannot be used: one line that names the file and, where there is one, the field. */
export class AppDefinitionError extends Error {
  constructor(file: string, reason: string) {
    super(`${basename(file)}: ${reason}`)
    this.name = 'AppDefinitionError'
  }
}

/**
 * Adds every app of a folder that the database does not have yet; one that is there is left as its owner changed it.
 * All files are read before the first is stored.
 *
 * @param folder path or file URL of a folder of `app_*.json`
 * @returns the ids of the apps that were added
 * @throws AppDefinitionError naming file and field
 */
export async function importApps(store: Pick<Store, 'apps'>, folder: string | URL): Promise<string[]> {
  const path = typeof folder === 'string' ? folder : fileURLToPath(folder)
  const files = (await readdir(path)).filter((file) => file.endsWith('.json')).toSorted()
  const apps: { file: string; app: AppDefinition }[] = []
  for (const file of files) apps.push({ file, app: await readApp(join(path, file)) })
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

async function readApp(file: string): Promise<AppDefinition> {
  const result = v.safeParse(appDefinitionSchema, parseJson(file, await readFile(file, 'utf8')))
  if (!result.success) {
    const [issue] = result.issues
    throw new AppDefinitionError(file, `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`)
  }
  if (basename(file) !== `${result.output.id}.json`) {
    throw new AppDefinitionError(file, `id: the file of this app must be named ${result.output.id}.json`)
  }
  return result.output
}

async function checkHtml(file: string, { contents }: AppDefinition): Promise<void> {
  for (const [index, { type, content }] of contents.entries()) {
    if (type !== 'HTML') continue
    await sanitiseHtml(content).catch((error: unknown) => {
      throw error instanceof UnusableHtmlError
        ? new AppDefinitionError(file, `contents.${index}.content: the HTML ${error.message}`)
        : error
    })
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppDefinitionError(file, error instanceof Error ? error.message : 'not valid JSON')
  }
}

async function insertApp(store: Pick<Store, 'apps'>, file: string, app: AppDefinition): Promise<boolean> {
  try {
    return await store.apps.insert(app)
  } catch (error) {
    if (error instanceof UniqueConstraintError) {
      // PostgreSQL says the same of the keys of this very app, where another process stores it at the same moment.
      if ((await store.apps.findById(app.id)) !== null) return false
      throw new AppDefinitionError(file, 'keys: another app already uses one of these public keys')
    }
    throw error
  }
}
