import { ApiError } from '../../api/lib/errors'
import type { AppDefinition, OwnerScope } from '../../api/features/apps/definition'
import type { Services } from '../../api/http/services'
import { verbOf } from '../command'
import type { CommandServices } from '../services'
import type { Terminal } from '../terminal'
import { findAppById } from '../../api/features/apps/repository'

export type AdminServices = CommandServices & Pick<Services, 'hasher'>

/** For programs, and for people. */
export interface Outcome {
  data: object
  lines: string[]
  /** Replaces the first line, which names app and mode; `data` must then name its subject. */
  heading?: string
}

export interface AdminTools {
  /** Value of `--app`; null without it. */
  app: string | null
  /** Null where a program runs the command. */
  terminal: Terminal | null
  /** @throws {ConfigError}; ApiError if it is not UTF-8 */
  readFile: (path: string) => Promise<string>
  /** Creates a file that only its owner can read. @throws {ConfigError} also if it exists */
  writeFile: (path: string, content: string) => Promise<void>
}

export interface AdminOwner extends OwnerScope {
  actor: 'owner command'
}

/** The part of a verb that needs the database. */
export interface Task {
  /** App to use without `--app`; it need not exist. Null: no app. Undefined: an existing app. */
  appId?: string | null
  /** @throws {ApiError} */
  act(this: void, services: AdminServices, owner: AdminOwner): Promise<Outcome>
}

export const verb = verbOf<[tools: AdminTools], Task>()

/** For a verb that does nothing before the database is open. */
export const task = (act: Task['act']): Promise<Task> => Promise.resolve({ act })

/** @throws {ApiError} `app-not-found` */
export async function findApp({ store }: Pick<AdminServices, 'store'>, { appId }: AdminOwner): Promise<AppDefinition> {
  const app = await findAppById(store, appId)
  if (!app) throw new ApiError('app-not-found')
  return app
}
