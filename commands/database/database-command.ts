import { DatabaseRefusal, openDatabaseProblem } from '../../api/database/errors'
import { ConfigError, readConfig } from '../../api/config'
import type { Config } from '../../api/config'
import { ApiError } from '../../api/lib/errors'
import { exitCodeOf } from '../terminal/exit-code'
import { backUp } from './back-up'
import { copy } from './copy'
import { help } from './help'
import { migrateSchema } from './migrate-schema'
import type { Outcome } from './outcome'
import { readRequest } from './read-request'
import type { DatabaseRequest } from './read-request'
import { restore } from './restore'
import { rollBackSchema } from './roll-back-schema'
import { showStatus } from './show-status'
import { verify } from './verify'

export interface DatabaseCommandOptions {
  /** See `readConfig`. */
  env: Readonly<Record<string, string | undefined>>
  print: (line: string) => void
  /** For errors. */
  complain: (line: string) => void
}

/**
 * What the database of an installation holds, copies and backups, and its schema.
 * @param argv without Node and the script
 * @returns exit code: 0 done, 1 refused or failed, 2 asked wrongly
 */
export async function databaseCommand(
  argv: readonly string[],
  { env, print, complain }: DatabaseCommandOptions,
): Promise<number> {
  const work = async (): Promise<void> => {
    const request = readRequest(argv)
    if (request.verb === 'help') return print(help)
    const { lines, warning } = await carryOut(request, readConfig(env)).catch(explain)
    for (const line of lines) print(line)
    if (warning !== null) throw new DatabaseRefusal(warning)
  }
  return exitCodeOf(work, { command: 'database', complain, refusal: DatabaseRefusal })
}

type Verb = Exclude<DatabaseRequest, { verb: 'help' }>

async function carryOut(request: Verb, config: Config): Promise<Outcome> {
  if (request.verb === 'backup') return backUp(config, request)
  if (request.verb === 'verify') return verify(request.from)
  return { lines: await linesOf(request, config), warning: null }
}

async function linesOf(
  request: Exclude<Verb, { verb: 'backup' | 'verify' }>,
  config: Config,
): Promise<readonly string[]> {
  if (request.verb === 'status') return showStatus(config)
  if (request.verb === 'restore') return restore(config, request)
  if (request.verb === 'copy') return copy(config, request.to)
  if (request.verb === 'migrate') return migrateSchema(config)
  return rollBackSchema(config, request)
}

/** The system's codes for what the owner of the machine can mend. */
const systemReasons: Readonly<Record<string, string>> = {
  EACCES: 'a folder or file may not be read or written',
  EEXIST: 'a file stands where a folder is needed',
  ENOENT: 'a folder or file is not there',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file stands where a folder is needed',
  EROFS: 'the disk can only be read',
}

/** A database, storage or disk that cannot be used is no fault of the program: one line, without a password. */
function explain(error: unknown): never {
  // It says already what is wrong, whatever caused it.
  if (error instanceof DatabaseRefusal || error instanceof ConfigError) throw error
  const problem = openDatabaseProblem(error)
  if (problem !== null) throw new ConfigError(`The database cannot be used: ${problem}`, { cause: error })
  if (error instanceof ApiError)
    throw new ConfigError('Database or storage cannot be reached, or take nothing more. Try again.', { cause: error })
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = systemReasons[code]
  if (reason !== undefined) {
    const path = error instanceof Error && 'path' in error ? `: ${String(error.path)}` : ''
    throw new ConfigError(`It did not work: ${reason}${path}.`, { cause: error })
  }
  throw error
}
