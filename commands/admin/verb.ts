import type { OwnerScope } from '../../api/ports/trusttag/owner-store'
import type { Terminal } from '../terminal/terminal'
import type { AdminServices } from './open-admin-services'

/** What a verb answers: for programs, and for people. */
export interface Outcome {
  data: object
  lines: string[]
  /** The first line, of what is not about one mode of one app; `data` says itself then what it is about. */
  heading?: string
}

/** What was typed beside the verb. */
export interface Typed {
  /** What stands behind the verb. */
  words: readonly string[]
  /** Options that are not those of every verb, by name. */
  options: Readonly<Record<string, string>>
  /** The app that `--app` names; null without it. */
  app: string | null
  /** Whoever types; null where a program does. */
  terminal: Terminal | null
  /** Reads a file that was named. @throws ConfigError; ApiError when it is not UTF-8 */
  readFile: (path: string) => Promise<string>
  /** Makes a file that its owner alone can read. @throws ConfigError, also when there is one already */
  writeFile: (path: string, content: string) => Promise<void>
}

/** @throws UsageError for what cannot be meant, ApiError for what is refused */
export type Act = (services: AdminServices, owner: AdminOwner, typed: Typed) => Promise<Outcome>

/** One verb of one group, `keys create` for example. */
export interface Verb extends Described {
  /** The owner’s app is there. */
  run: Act
}

/** A verb of an app that need not be there, or of no single one. */
export interface FileVerb extends Described {
  /**
   * Reads what was named, before anything is opened.
   * @returns what is to be done, and the app that it is done to where `--app` was not typed; null: whichever
   */
  prepare: (typed: Typed) => Promise<{ appId: string | null; run: Act }>
}

interface Described {
  /** As `--help` shows it, behind the group's name. */
  usage: string
  what: string
  /** Options of its own, each with a value. */
  options?: readonly string[]
}

export interface AdminOwner extends OwnerScope {
  actor: 'owner command'
}

export type AnyVerb = Verb | FileVerb

export type Verbs = Readonly<Record<string, AnyVerb>>
