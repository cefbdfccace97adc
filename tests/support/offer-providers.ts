import * as v from 'valibot'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../../api/database/open-database'
import { appDefinitionSchema } from '../../api/features/apps/definition'
import { insertApp } from '../../api/features/apps/versions'
import { projectRoot } from './run-process'

/**
 * Adds the demo app with more providers to an empty database. A start leaves it unchanged, like any app that its owner
 * has edited.
 */
export async function offerProviders(dataDir: string, more: { provider: string; name: string }[]): Promise<void> {
  const file = await readFile(join(projectRoot, 'api/apps/app_demo.json'), 'utf8')
  const app = v.parse(appDefinitionSchema, JSON.parse(file))
  const store = await openDatabase({ file: join(dataDir, 'membership.db') })
  const orderFrom = app.authProviders.length + 1
  const added = more.map((offered, index) => ({ ...offered, order: orderFrom + index }))
  await insertApp(store, { ...app, authProviders: [...app.authProviders, ...added] })
  await store.close()
}
