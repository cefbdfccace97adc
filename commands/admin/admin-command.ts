import { readFile, writeFile } from 'node:fs/promises'
import { ConfigError, readConfig } from '../../api/config'
import { ApiError } from '../../api/lib/errors'
import { AppDefinitionError } from '../../api/domain/definitions/app-definition-error'
import { reasonOf } from '../../api/domain/payments/reason-of'
import { decodeText } from '../../api/lib/text'
import { toJson } from '../terminal/harmless'
import { exitCodeOf } from '../terminal/exit-code'
import { UsageError } from '../terminal/parse-arguments'
import type { Terminal } from '../terminal/terminal'
import { help } from './help'
import { openAdminServices } from './open-admin-services'
import type { AdminServices } from './open-admin-services'
import { readAdminRequest } from './read-admin-request'
import type { AdminRequest } from './read-admin-request'
import type { Act, AdminOwner, AnyVerb, Typed } from './verb'

/** For those who start the bundled command. */
export { openTerminal } from '../terminal/terminal'

const DEMO_APP = 'app_demo'

export interface AdminCommandOptions {
  /** See `readConfig`. */
  env: Readonly<Record<string, string | undefined>>
  /** Folder of the question banks. */
  banksFolder: string | URL
  print: (line: string) => void
  /** Where questions are asked; left out where a program runs the command. */
  terminal?: Terminal | null
  /** For errors. */
  complain: (line: string) => void
}

/**
 * Secret keys, webhooks, members and definitions of apps, on the database file of the server, which may run meanwhile.
 * @param argv without Node and the script
 * @returns exit code: 0 done, 1 refused, 2 asked wrongly
 */
export async function adminCommand(argv: readonly string[], options: AdminCommandOptions): Promise<number> {
  const { print, complain } = options
  const work = async (): Promise<void> => {
    const request = readAdminRequest(argv)
    if (request === 'help') print(help)
    else await answer(request, options)
  }
  return exitCodeOf(work, { command: 'admin', complain, refusal: [ApiError, AppDefinitionError] })
}

async function answer(
  { verb, appId: named, mode: wanted, json, typed: words }: AdminRequest,
  { env, banksFolder, print, terminal = null }: AdminCommandOptions,
): Promise<void> {
  const config = readConfig(env)
  const typed: Typed = { ...words, app: named, terminal, readFile: readText, writeFile: writeText }
  const task = await prepare(verb, typed)
  const services = await openAdminServices(config, banksFolder)
  try {
    const appId = named ?? task.appId ?? (task.needsApp ? await onlyApp(services) : DEMO_APP)
    if (task.needsApp) await requireApp(services, appId)
    const mode = wanted ?? (config.development ? 'test' : 'live')
    const owner: AdminOwner = { appId, mode, actor: 'owner command' }
    const { data, lines, heading } = await task.run(services, owner, typed)
    const scope = heading === undefined ? { app: appId, mode } : {}
    if (json) print(toJson({ ...scope, ...data }))
    else for (const line of [heading ?? `${appId}, ${mode === 'test' ? 'Test Mode' : 'live'}`, ...lines]) print(line)
  } finally {
    await services.store.close()
  }
}

async function prepare(verb: AnyVerb, typed: Typed): Promise<{ appId: string | null; needsApp: boolean; run: Act }> {
  if ('run' in verb) return { appId: null, needsApp: true, run: verb.run }
  return { ...(await verb.prepare(typed)), needsApp: false }
}

/** The one that is meant where none is named: that of a development machine, or the only one. @throws UsageError */
async function onlyApp({ store }: AdminServices): Promise<string> {
  const ids = (await store.apps.list()).map(({ id }) => id)
  const [first = DEMO_APP] = ids
  if (ids.length <= 1 || ids.includes(DEMO_APP)) return ids.length === 1 ? first : DEMO_APP
  throw new UsageError(`Name the app with --app. There are: ${ids.join(', ')}.`)
}

/** @throws ConfigError */
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

/** Readable by their owner only: what is written holds members. A file that is there already stays as it is. */
const writeText = (path: string, content: string): Promise<void> =>
  writeFile(path, content, { mode: 0o600, flag: 'wx' }).catch((cause: unknown) => {
    throw new ConfigError(`${path} cannot be written: ${reasonOf(cause)}`, { cause })
  })
