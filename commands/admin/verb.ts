import type { OwnerScope } from '../../api/ports/trusttag/owner-store'
import type { AdminServices } from './open-admin-services'

/** What a verb answers: for programs, and for people. */
export interface Outcome {
  data: object
  lines: string[]
}

/** What was typed beside the verb. */
export interface Typed {
  /** What stands behind the verb. */
  words: readonly string[]
  /** Options that are not those of every verb, by name. */
  options: Readonly<Record<string, string>>
  /** Reads a file that was named. @throws ConfigError; ApiError when it is not UTF-8 */
  readFile: (path: string) => Promise<string>
  /** Makes a file that its owner alone can read. @throws ConfigError, also when there is one already */
  writeFile: (path: string, content: string) => Promise<void>
}

/** One verb of one group, `keys create` for example. */
export interface Verb {
  /** As `--help` shows it, behind the group's name. */
  usage: string
  what: string
  /** Options of its own, each with a value. */
  options?: readonly string[]
  /** @throws UsageError for what cannot be meant, ApiError for what is refused */
  run: (services: AdminServices, owner: AdminOwner, typed: Typed) => Promise<Outcome>
}

export interface AdminOwner extends OwnerScope {
  actor: 'owner command'
}

export type Verbs = Readonly<Record<string, Verb>>
