import { ApiError } from '../../api/domain/api-error'
import type { AppDefinition } from '../../api/features/apps/definition'
import type { Services } from '../../api/ports/services'
import type { OwnerScope } from '../../api/ports/trusttag/owner-store'
import { verbOf } from '../command'
import type { CommandServices } from '../services'
import type { Terminal } from '../terminal'

/** What the verbs need of the server, over the same database. */
export type AdminServices = CommandServices & Pick<Services, 'hasher'>

/** The result of a verb: for programs, and for people. */
export interface Outcome {
  data: object
  lines: string[]
  /** The first line of what is not about one mode of one app; `data` then names its subject itself. */
  heading?: string
}

/** What a verb may use before the database is open. */
export interface AdminTools {
  /** The app that `--app` names; null without it. */
  app: string | null
  /** Null where a program runs the command. */
  terminal: Terminal | null
  /** @throws {ConfigError}; ApiError when it is not UTF-8 */
  readFile: (path: string) => Promise<string>
  /** Makes a file that only its owner can read. @throws {ConfigError} also when it exists */
  writeFile: (path: string, content: string) => Promise<void>
}

export interface AdminOwner extends OwnerScope {
  actor: 'owner command'
}

/** What a verb does once the database is open. */
export interface Task {
  /** The app without `--app`, which need not exist; null for none in particular. Left out: an app that exists. */
  appId?: string | null
  /** @throws {ApiError} for what is refused */
  act(this: void, services: AdminServices, owner: AdminOwner): Promise<Outcome>
}

export const verb = verbOf<[tools: AdminTools], Task>()

/** A verb that needs nothing before the database is open. */
export const task = (act: Task['act']): Promise<Task> => Promise.resolve({ act })

/** @throws {ApiError} `app-not-found` */
export async function findApp({ store }: Pick<AdminServices, 'store'>, { appId }: AdminOwner): Promise<AppDefinition> {
  const app = await store.apps.findById(appId)
  if (!app) throw new ApiError('app-not-found')
  return app
}
