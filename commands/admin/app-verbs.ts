import { basename } from 'node:path'
import type { AppDefinition } from '../../api/features/apps/definition'
import { AppDefinitionError, checkHtml, readDefinition } from '../../api/features/apps/read-definition'
import { changeApp, planChange } from '../../api/features/apps/change-app'
import type { AppChange } from '../../api/features/apps/change-app'
import { harmless } from '../terminal/harmless'
import { create } from './create-app'
import { fileOf } from './file-of'
import { findApp } from './find-app'
import type { Act, AdminOwner, FileVerb, Outcome, Typed, Verb, Verbs } from './verb'

const list: FileVerb = {
  usage: 'list',
  what: 'apps that there are, with their public keys and live domains',
  prepare: () => Promise.resolve({ appId: null, run: listApps }),
}

const exportVerb: Verb = {
  usage: 'export <file>',
  what: 'writes the definition of an app into a new file',
  async run(services, owner, typed) {
    const file = fileOf(typed)
    const app = await findApp(services, owner)
    await typed.writeFile(file, `${JSON.stringify(app, null, 2)}\n`)
    const lines = [`The definition is in ${harmless(file)}.`]
    return { data: { app: app.id, file }, lines, heading: app.id }
  },
}

const check: FileVerb = {
  usage: 'check <file>',
  what: 'says what `apps import` would do, and changes nothing',
  prepare: (typed) =>
    prepareWith(typed, async ({ store }, _owner, { file, app }) => {
      const change = await planChange(store, file, app)
      return toOutcome(app, change, [...sentences(change, 'would be'), 'Nothing was changed.'])
    }),
}

const importVerb: FileVerb = {
  usage: 'import <file>',
  what: 'changes an app as a file defines it, or adds it',
  prepare: (typed) =>
    prepareWith(typed, async (services, owner, { file, app }) => {
      const change = await changeApp(services, owner, file, app)
      if (change.kind === 'none') return toOutcome(app, change, [...sentences(change, 'is'), 'Nothing was changed.'])
      services.securityLog.write('app-changed', { ...owner, subject: app.id })
      return toOutcome(app, change, [...sentences(change, 'is'), 'Servers that run see it within a second or two.'])
    }),
}

const listApps: Act = async ({ store }) => {
  const stored = await store.apps.list()
  const apps = stored.map(({ id, name, keys, liveDomains }) => ({ id, name, keys, liveDomains }))
  const lines = apps.map(({ id, name, keys, liveDomains }) =>
    [id, name, keys.test, keys.live, liveDomains.join(', ') || 'no live domain'].map(harmless).join('  '),
  )
  return { data: { apps }, lines, heading: apps.length === 1 ? '1 app' : `${apps.length} apps` }
}

/** A definition that was checked alone, and the name of the file that it stands in. */
interface NamedDefinition {
  file: string
  app: AppDefinition
}

type ActWith = (services: Parameters<Act>[0], owner: AdminOwner, definition: NamedDefinition) => Promise<Outcome>

async function prepareWith(typed: Typed, act: ActWith): Promise<{ appId: string; run: Act }> {
  const path = fileOf(typed)
  const file = basename(path)
  const app = readDefinition(file, await typed.readFile(path))
  await checkHtml(file, app)
  const run: Act = (services, owner) => {
    if (app.id === owner.appId) return act(services, owner, { file, app })
    throw new AppDefinitionError(file, [`id: this is ${app.id}, and --app says ${owner.appId}`])
  }
  return { appId: app.id, run }
}

const toOutcome = ({ id }: AppDefinition, change: AppChange, lines: string[]): Outcome => ({
  data: { app: id, ...change },
  lines,
  heading: id,
})

function sentences({ kind, parts }: AppChange, verb: 'is' | 'would be'): string[] {
  if (kind === 'none') return ['What is stored is the same already.']
  return [kind === 'add' ? `The app ${verb} added.` : `What ${verb} changed: ${parts.join(', ')}.`]
}

/** Definitions of apps. */
export const appVerbs: Verbs = { list, create, export: exportVerb, check, import: importVerb }
