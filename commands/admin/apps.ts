import { basename } from 'node:path'
import type { AppDefinition } from '../../api/features/apps/definition'
import { AppDefinitionError, checkHtml, readDefinition } from '../../api/features/apps/read-definition'
import { changeApp, planChange } from '../../api/features/apps/change-app'
import type { AppChange } from '../../api/features/apps/change-app'
import type { Input } from '../command'
import { escapeControlChars } from '../escape'
import { createApp } from './create-app'
import { findApp, task, verb } from './verb'
import type { AdminOwner, AdminServices, AdminTools, Outcome, Task } from './verb'

const list = verb({
  name: 'apps list',
  summary: 'apps that there are, with their public keys and live domains',
  run: () => Promise.resolve({ appId: null, act: listApps }),
})

const exportVerb = verb({
  name: 'apps export',
  positionals: ['<file>'],
  summary: 'writes the definition of an app into a new file',
  run: ({ words: [file = ''] }, { writeFile }) =>
    task(async (services, owner) => {
      const app = await findApp(services, owner)
      await writeFile(file, `${JSON.stringify(app, null, 2)}\n`)
      const lines = [`The definition is in ${escapeControlChars(file)}.`]
      return { data: { app: app.id, file }, lines, heading: app.id }
    }),
})

const check = verb({
  name: 'apps check',
  positionals: ['<file>'],
  summary: 'says what `apps import` would do, and changes nothing',
  run: (input, tools) =>
    withDefinition(input, tools, async ({ store }, _owner, { file, app }) => {
      const change = await planChange(store, file, app)
      return toOutcome(app, change, [...sentences(change, 'would be'), 'Nothing was changed.'])
    }),
})

const importVerb = verb({
  name: 'apps import',
  positionals: ['<file>'],
  summary: 'changes an app as a file defines it, or adds it',
  run: (input, tools) =>
    withDefinition(input, tools, async (services, owner, { file, app }) => {
      const change = await changeApp(services, owner, file, app)
      if (change.kind === 'none') return toOutcome(app, change, [...sentences(change, 'is'), 'Nothing was changed.'])
      services.securityLog.write('app-changed', { ...owner, subject: app.id })
      return toOutcome(app, change, [...sentences(change, 'is'), 'Servers that run see it within a second or two.'])
    }),
})

/** Definitions of apps. */
export const appVerbs = [list, createApp, exportVerb, check, importVerb]

async function listApps({ store }: AdminServices): Promise<Outcome> {
  const stored = await store.apps.list()
  const apps = stored.map(({ id, name, keys, liveDomains }) => ({ id, name, keys, liveDomains }))
  const lines = apps.map(({ id, name, keys, liveDomains }) =>
    [id, name, keys.test, keys.live, liveDomains.join(', ') || 'no live domain'].map(escapeControlChars).join('  '),
  )
  return { data: { apps }, lines, heading: apps.length === 1 ? '1 app' : `${apps.length} apps` }
}

/** A valid definition and the name of its file. */
interface NamedDefinition {
  file: string
  app: AppDefinition
}

type ActWith = (services: AdminServices, owner: AdminOwner, definition: NamedDefinition) => Promise<Outcome>

/** Checks a file before the database is opened. */
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

function sentences({ kind, parts }: AppChange, form: 'is' | 'would be'): string[] {
  if (kind === 'none') return ['What is stored is the same already.']
  return [kind === 'add' ? `The app ${form} added.` : `What ${form} changed: ${parts.join(', ')}.`]
}
