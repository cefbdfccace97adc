import { basename } from 'node:path'
import type { AppDefinition, AppFile } from '../../api/features/apps/definition'
import { AppDefinitionError, checkHtml, readDefinition } from '../../api/features/apps/read-definition'
import { changeApp, planChange } from '../../api/features/app-settings/change-app'
import type { AppChange } from '../../api/features/app-settings/change-app'
import type { Input } from '../command'
import { escapeControlChars } from '../terminal'
import { createApp } from './create-app'
import { findApp, task, verb } from './verb'
import type { AdminOwner, AdminServices, AdminTools, Outcome, Task } from './verb'
import { listApps as listStoredApps } from '../../api/features/apps/repository'
import { readAppFile } from '../../api/features/apps/versions'

const list = verb({
  name: 'apps list',
  summary: 'lists the apps with their public keys and live domains',
  run: () => Promise.resolve({ appId: null, act: listApps }),
})

const exportVerb = verb({
  name: 'apps export',
  positionals: ['<file>'],
  summary: 'writes the definition of an app to a new file',
  run: ({ words: [file = ''] }, { writeFile }) =>
    task(async (services, owner) => {
      const { id } = await findApp(services, owner)
      const app = await readAppFile(services.store, id)
      await writeFile(file, `${JSON.stringify(app, null, 2)}\n`)
      const lines = [`The definition is in ${escapeControlChars(file)}.`]
      return { data: { app: id, file }, lines, heading: id }
    }),
})

const check = verb({
  name: 'apps check',
  positionals: ['<file>'],
  summary: 'shows what `apps import` would do, and changes nothing',
  run: (input, tools) =>
    withDefinition(input, tools, async ({ store }, _owner, { file, app }) => {
      const change = await planChange(store, file, app)
      return toOutcome(app, change, [...sentences(change, 'would be'), 'Nothing was changed.'])
    }),
})

const importVerb = verb({
  name: 'apps import',
  positionals: ['<file>'],
  summary: 'adds or updates an app from a file',
  run: (input, tools) =>
    withDefinition(input, tools, async (services, owner, { file, app }) => {
      const change = await changeApp(services, owner, { file, app })
      if (change.kind === 'none') return toOutcome(app, change, [...sentences(change, 'was'), 'Nothing was changed.'])
      services.securityLog.write('app-changed', { ...owner, subject: app.id })
      return toOutcome(app, change, [...sentences(change, 'was'), 'Running servers use it within a second or two.'])
    }),
})

export const appVerbs = [list, createApp, exportVerb, check, importVerb]

async function listApps({ store }: AdminServices): Promise<Outcome> {
  const stored = await listStoredApps(store)
  const apps = stored.map(({ id, name, keys, liveDomains }) => ({ id, name, keys, liveDomains }))
  const lines = apps.map(({ id, name, keys, liveDomains }) =>
    [id, name, keys.test, keys.live, liveDomains.join(', ') || 'no live domain'].map(escapeControlChars).join('  '),
  )
  return { data: { apps }, lines, heading: apps.length === 1 ? '1 app' : `${apps.length} apps` }
}

interface NamedDefinition {
  file: string
  app: AppFile
}

type ActWith = (services: AdminServices, owner: AdminOwner, definition: NamedDefinition) => Promise<Outcome>

/** Validates the file before the database is opened. */
async function withDefinition({ words: [path = ''] }: Input, { readFile }: AdminTools, act: ActWith): Promise<Task> {
  const file = basename(path)
  const app = readDefinition(file, await readFile(path))
  await checkHtml(file, app)
  return {
    appId: app.id,
    act(services, owner) {
      if (app.id === owner.appId) return act(services, owner, { file, app })
      throw new AppDefinitionError(file, [`id: this is ${app.id}, and --app says ${owner.appId}`])
    },
  }
}

const toOutcome = ({ id }: AppDefinition, change: AppChange, lines: string[]): Outcome => ({
  data: { app: id, ...change },
  lines,
  heading: id,
})

function sentences({ kind, parts }: AppChange, form: 'was' | 'would be'): string[] {
  if (kind === 'none') return ['The stored app is already the same.']
  return [
    kind === 'add'
      ? `The app ${form} added.`
      : `Parts that ${form === 'was' ? 'changed' : 'would change'}: ${parts.join(', ')}.`,
  ]
}
