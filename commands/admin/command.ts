import { readFile, writeFile } from 'node:fs/promises'
import { ConfigError, readConfig } from '../../api/config'
import { ApiError, reasonOf } from '../../api/lib/errors'
import { decodeText } from '../../api/lib/text'
import { AppDefinitionError } from '../../api/features/apps/read-definition'
import { createPasswordHasher } from '../../api/features/accounts/hasher'
import { runCommand, UsageError } from '../command'
import type { CommandOptions } from '../command'
import { toJson } from '../terminal'
import { readMode } from '../owner'
import { openServices } from '../services'
import type { Terminal } from '../terminal'
import { appVerbs } from './apps'
import { keyVerbs } from './keys'
import { memberVerbs } from './members'
import type { AdminOwner, AdminServices } from './verb'
import { webhookVerbs } from './webhooks'
import { listApps } from '../../api/features/apps/repository'

/** Exported for callers of the bundled command. */
export { openTerminal } from '../terminal'

const DEMO_APP = 'app_demo'

export interface AdminCommandOptions extends CommandOptions {
  /** Folder of the question banks. */
  banksFolder: string | URL
  /** Asks questions; left out where a program runs the command. */
  terminal?: Terminal | null
}

/**
 * Manages secret keys, webhooks, members and app definitions in the server's database. The server may be running.
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
  about: 'Manages keys, webhooks, members and apps. The server may be running.',
  verbs: [...keyVerbs, ...webhookVerbs, ...memberVerbs, ...appVerbs],
  options: {
    app: {
      type: 'string',
      value: '<id>',
      summary: 'default: the app that the file of `apps` defines, else app_demo, else the only app',
    },
    mode: { type: 'string', value: 'test|live', summary: 'default: test on a development machine, else live' },
    json: { type: 'boolean', summary: 'JSON output' },
  },
  notes: 'Reads the same settings as the server (DATA_DIR and others). Every action is recorded in the audit log.',
  refusals: [ConfigError, ApiError, AppDefinitionError],
} as const

/** app_demo on a development machine, else the only app. @throws {UsageError} */
async function defaultApp({ store }: AdminServices): Promise<string> {
  const ids = (await listApps(store)).map(({ id }) => id)
  const [first = DEMO_APP] = ids
  if (ids.length <= 1 || ids.includes(DEMO_APP)) return ids.length === 1 ? first : DEMO_APP
  throw new UsageError(`Name the app with --app: ${ids.join(', ')}.`)
}

/** @throws {ConfigError} */
async function requireApp({ store }: AdminServices, appId: string): Promise<void> {
  const known = (await listApps(store)).map(({ id }) => id)
  if (known.includes(appId)) return
  throw new ConfigError(`Unknown app ${JSON.stringify(appId)}. Use one of: ${known.join(', ')}.`)
}

async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new ConfigError(`Could not read ${path}: ${reasonOf(cause)}`, { cause })
  })
  return decodeText(bytes)
}

/** Readable only by its owner: it may contain member data. Never overwrites a file. */
const writeText = (path: string, content: string): Promise<void> =>
  writeFile(path, content, { mode: 0o600, flag: 'wx' }).catch((cause: unknown) => {
    throw new ConfigError(`Could not write ${path}: ${reasonOf(cause)}`, { cause })
  })
