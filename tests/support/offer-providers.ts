import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { openDatabase } from '../../api/adapters/database/open-database'
import { appDefinitionSchema } from '../../api/features/apps/definition'
import { projectRoot } from './run-process'

/**
 * Puts the demo app into a database that is still empty, with more providers. A product that starts with it leaves the app
 * as it is, as it does with every app that its owner has changed.
 */
export async function offerProviders(dataDir: string, more: { provider: string; name: string }[]): Promise<void> {
  const file = await readFile(join(projectRoot, 'api/apps/app_demo.json'), 'utf8')
  const app = v.parse(appDefinitionSchema, JSON.parse(file))
  const store = await openDatabase({ file: join(dataDir, 'membership.db') })
  const orderFrom = app.authProviders.length + 1
  const added = more.map((offered, index) => ({ ...offered, order: orderFrom + index }))
  await store.apps.insert({ ...app, authProviders: [...app.authProviders, ...added] })
  await store.close()
}
