import { readFile, writeFile } from 'node:fs/promises'
import { ConfigError, readConfig } from '../../api/config'
import { ApiError } from '../../api/domain/api-error'
import { reasonOf } from '../../api/domain/payments/reason-of'
import { decodeText } from '../../api/domain/decode-text'
import { toJson } from '../terminal/harmless'
import { exitCodeOf } from '../terminal/exit-code'
import { help } from './help'
import { openAdminServices } from './open-admin-services'
import { readAdminRequest } from './read-admin-request'
import type { AdminRequest } from './read-admin-request'
import type { AdminOwner } from './verb'

export interface AdminCommandOptions {
  /** See `readConfig`. */
  env: Readonly<Record<string, string | undefined>>
  /** Folder of the question banks. */
  banksFolder: string | URL
  print: (line: string) => void
  /** For errors. */
  complain: (line: string) => void
}

/**
 * Secret keys, webhooks and members of an app, on the database file of the server, which may run meanwhile.
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
  return exitCodeOf(work, { command: 'admin', complain, refusal: ApiError })
}

async function answer(
  { verb, appId, mode: wanted, json, typed }: AdminRequest,
  { env, banksFolder, print }: AdminCommandOptions,
): Promise<void> {
  const config = readConfig(env)
  const services = await openAdminServices(config, banksFolder)
  try {
    const known = (await services.store.apps.list()).map(({ id }) => id)
    if (!known.includes(appId))
      throw new ConfigError(`There is no app ${JSON.stringify(appId)}. There are: ${known.join(', ')}.`)
    const mode = wanted ?? (config.development ? 'test' : 'live')
    const owner: AdminOwner = { appId, mode, actor: 'owner command' }
    const { data, lines } = await verb.run(services, owner, { ...typed, readFile: readText, writeFile: writeText })
    if (json) print(toJson({ app: appId, mode, ...data }))
    else for (const line of [`${appId}, ${mode === 'test' ? 'Test Mode' : 'live'}`, ...lines]) print(line)
  } finally {
    await services.store.close()
  }
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
