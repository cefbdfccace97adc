import { readFile, writeFile } from 'node:fs/promises'
import { ConfigError, readConfig } from '../../api/config'
import { ApiError } from '../../api/domain/api-error'
import { decodeText } from '../../api/domain/decode-text'
import { AppDefinitionError } from '../../api/features/apps/read-definition'
import { reasonOf } from '../../api/domain/payments/reason-of'
import { createPasswordHasher } from '../../api/features/accounts/hasher'
import { runCommand, UsageError } from '../command'
import type { CommandOptions } from '../command'
import { toJson } from '../escape'
import { readMode } from '../owner'
import { openServices } from '../services'
import type { Terminal } from '../terminal'
import { appVerbs } from './apps'
import { keyVerbs } from './keys'
import { memberVerbs } from './members'
import type { AdminOwner, AdminServices } from './verb'
import { webhookVerbs } from './webhooks'

/** For those who start the bundled command. */
export { openTerminal } from '../terminal'

const DEMO_APP = 'app_demo'

export interface AdminCommandOptions extends CommandOptions {
  /** Folder of the question banks. */
  banksFolder: string | URL
  /** Where questions are asked; left out where a program runs the command. */
  terminal?: Terminal | null
}

/**
 * Secret keys, webhooks, members and definitions of apps, on the database of the server, which may run meanwhile.
 * @param argv without Node and the script
 * @returns exit code: 0 done, 1 refused, 2 invalid usage
 */
export const adminCommand = (argv: readonly string[], options: AdminCommandOptions): Promise<number> =>
  runCommand(command, argv, options, async ({ verb, input, common }) => {
    const { env, banksFolder, print, terminal = null } = options
    const { app: named = null, json } = common
    const wanted = readMode(common.mode)
    const config = readConfig(env)
    const task = await verb.run(input, { app: named, terminal, readFile: readText, writeFile: writeText })
    const services: AdminServices = {
      ...(await openServices(config, banksFolder)),
      hasher: createPasswordHasher(),
    }
    try {
      const needsApp = task.appId === undefined
      const appId = named ?? task.appId ?? (needsApp ? await defaultApp(services) : DEMO_APP)
      if (needsApp) await requireApp(services, appId)
      const mode = wanted ?? (config.development ? 'test' : 'live')
      const owner: AdminOwner = { appId, mode, actor: 'owner command' }
      const { data, lines, heading } = await task.act(services, owner)
      const scope = heading === undefined ? { app: appId, mode } : {}
      if (json) print(toJson({ ...scope, ...data }))
      else for (const line of [heading ?? `${appId}, ${mode === 'test' ? 'Test Mode' : 'live'}`, ...lines]) print(line)
    } finally {
      await services.store.close()
    }
  })

const command = {
  name: 'admin',
  usage: ['-- <group> <verb> [options]'],
  about: 'For the owner of an app. The server may run meanwhile.',
  verbs: [...keyVerbs, ...webhookVerbs, ...memberVerbs, ...appVerbs],
  options: {
    app: {
      type: 'string',
      value: '<id>',
      summary: 'by default the one that a file of `apps` defines, else app_demo, else the only one',
    },
    mode: { type: 'string', value: 'test|live', summary: 'by default Test Mode on a development machine, else live' },
    json: { type: 'boolean', summary: 'for programs' },
  },
  notes: 'It reads the same settings as the server (DATA_DIR and others). Every action is in the audit log.',
  refusals: [ConfigError, ApiError, AppDefinitionError],
} as const

/** The default app: that of a development machine, or the only one. @throws {UsageError} */
async function defaultApp({ store }: AdminServices): Promise<string> {
  const ids = (await store.apps.list()).map(({ id }) => id)
  const [first = DEMO_APP] = ids
  if (ids.length <= 1 || ids.includes(DEMO_APP)) return ids.length === 1 ? first : DEMO_APP
  throw new UsageError(`Name the app with --app. There are: ${ids.join(', ')}.`)
}

/** @throws {ConfigError} */
async function requireApp({ store }: AdminServices, appId: string): Promise<void> {
  const known = (await store.apps.list()).map(({ id }) => id)
  if (known.includes(appId)) return
  throw new ConfigError(`There is no app ${JSON.stringify(appId)}. There are: ${known.join(', ')}.`)
}

async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new ConfigError(`${path} cannot be read: ${reasonOf(cause)}`, { cause })
  })
  return decodeText(bytes)
}

/** Readable by its owner only, because it may hold members. An existing file is left alone. */
const writeText = (path: string, content: string): Promise<void> =>
  writeFile(path, content, { mode: 0o600, flag: 'wx' }).catch((cause: unknown) => {
    throw new ConfigError(`${path} cannot be written: ${reasonOf(cause)}`, { cause })
  })
