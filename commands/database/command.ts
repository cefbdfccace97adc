import { parseUrl } from '../../contract/parse-url'
import { ConfigError, readConfig } from '../../api/config'
import type { Config } from '../../api/config'
import { DatabaseRefusal, openDatabaseProblem } from '../../api/database/errors'
import { ApiError } from '../../api/lib/errors'
import { runCommand, UsageError, verbOf } from '../command'
import type { CommandOptions } from '../command'
import { backUp, copy, restore, verify } from './backup'
import type { Outcome } from './backup'
import { migrateSchema, rollBackSchema } from './schema'
import { showStatus } from './status'

/**
 * @param argv without Node and the script
 * @returns exit code: 0 done, 1 refused or failed, 2 invalid usage
 */
export const databaseCommand = (argv: readonly string[], options: CommandOptions): Promise<number> =>
  runCommand(command, argv, options, async ({ verb, input }) => {
    const { lines, warning } = await verb.run(input, () => readConfig(options.env)).catch(explain)
    for (const line of lines) options.print(line)
    if (warning !== null) throw new DatabaseRefusal(warning)
  })

/** Read only after the options are checked. */
type ReadConfig = () => Config

const verb = verbOf<[config: ReadConfig], Outcome>()

const command = {
  name: 'database',
  usage: ['-- <verb> [options]'],
  about: 'Inspects, backs up, restores, copies and migrates the database of an installation (SQLite or PostgreSQL).',
  verbs: [
    verb({
      name: 'status',
      summary: 'shows engine, schema, size and rows of every table',
      run: async (_, config) => done(await showStatus(config())),
    }),
    verb({
      name: 'backup',
      options: {
        to: { type: 'string', value: '<folder>', required: true, summary: '' },
        keep: {
          type: 'string',
          value: '<number>',
          summary: 'keeps this many backups in the folder and deletes older ones',
        },
      },
      summary: 'writes a full backup to a new folder; servers keep running',
      run: async ({ values: { to, keep } }, config) =>
        backUp({ to, keep: keep === undefined ? null : readNumber('keep', keep, 1) }, config()),
    }),
    verb({
      name: 'verify',
      options: { from: { type: 'string', value: '<backup>', required: true, summary: '' } },
      summary: 'checks a backup; changes nothing',
      run: ({ values: { from } }) => verify(from),
    }),
    verb({
      name: 'restore',
      options: {
        from: { type: 'string', value: '<backup>', required: true, summary: '' },
        replace: {
          type: 'boolean',
          summary: 'also replaces an installation with members, which is backed up first, beside the backup',
        },
        'with-witness': { type: 'boolean', summary: "for a move: also restores the API's own witness" },
      },
      summary: 'restores a backup into an installation without members',
      run: async ({ values }, config) =>
        done(await restore({ ...values, withWitness: values['with-witness'] }, config())),
    }),
    verb({
      name: 'copy',
      options: {
        to: { type: 'string', value: 'postgres://user:password@host:5432/database', required: true, summary: '' },
      },
      summary: 'copies SQLite to PostgreSQL and compares every row',
      run: async ({ values: { to } }, config) => done(await copy(readPostgresUrl(to), config())),
    }),
    verb({
      name: 'migrate',
      summary: 'migrates the schema to the latest version, as every start does',
      run: async (_, config) => done(await migrateSchema(config())),
    }),
    verb({
      name: 'rollback',
      options: {
        to: { type: 'string', value: '<number>', required: true, summary: '' },
        'lose-data': { type: 'boolean', summary: 'allows the loss of data that newer versions added' },
      },
      summary: 'reverts the schema for an older version of the program',
      run: async ({ values }, config) =>
        done(await rollBackSchema({ to: readNumber('to', values.to, 0), loseData: values['lose-data'] }, config())),
    }),
  ],
  options: {},
  notes: `Stop every server before restore and rollback. The other commands work while servers run. See docs/backup.md.
Reads the same settings as the server (DATABASE_URL, DATA_DIR and others).`,
  refusals: [ConfigError, DatabaseRefusal],
} as const

const done = (lines: readonly string[]): Outcome => ({ lines, warning: null })

/** @throws {UsageError} */
function readNumber(option: string, value: string, min: number): number {
  const read = /^\d{1,6}$/u.test(value) ? Number(value) : Number.NaN
  if (read >= min) return read
  throw new UsageError(`--${option} must be a whole number, ${min} or more.`)
}

/** Never shown in an error: it contains a password. @throws {UsageError} */
function readPostgresUrl(value: string): string {
  const url = parseUrl(value)
  if (url !== null && /^postgres(?:ql)?:$/u.test(url.protocol) && url.pathname.length > 1) return value
  throw new UsageError('--to must look like postgres://user:password@host:5432/database.')
}

/** System errors that the operator can fix. */
const systemReasons: Readonly<Record<string, string>> = {
  EACCES: 'no permission for a folder or file',
  EEXIST: 'a file exists where a folder is needed',
  ENOENT: 'a folder or file is missing',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file exists where a folder is needed',
  EROFS: 'the disk is read-only',
}

/** Turns known problems into one line without a password; defects stay as they are. */
function explain(error: unknown): never {
  // Already readable.
  if (error instanceof DatabaseRefusal || error instanceof ConfigError) throw error
  const problem = openDatabaseProblem(error)
  if (problem !== null) throw new ConfigError(`The database cannot be used: ${problem}`, { cause: error })
  if (error instanceof ApiError)
    throw new ConfigError('The database or storage cannot be reached, or is full. Try again.', { cause: error })
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = systemReasons[code]
  if (reason !== undefined) {
    const path = error instanceof Error && 'path' in error ? `: ${String(error.path)}` : ''
    throw new ConfigError(`The command failed: ${reason}${path}.`, { cause: error })
  }
  throw error
}
