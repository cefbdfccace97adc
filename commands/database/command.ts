import { DatabaseRefusal, openDatabaseProblem } from '../../api/database/errors'
import { ConfigError, readConfig } from '../../api/config'
import type { Config } from '../../api/config'
import { ApiError } from '../../api/lib/errors'
import { parseUrl } from '../../contract/parse-url'
import { runCommand, UsageError, verbOf } from '../command'
import type { CommandOptions } from '../command'
import { backUp, restore, verify } from './backup'
import type { Outcome } from './backup'
import { copy } from './copy'
import { migrateSchema, rollBackSchema } from './schema'
import { showStatus } from './status'

/**
 * What the database of an installation holds, its schema, copies and backups.
 * @param argv without Node and the script
 * @returns exit code: 0 done, 1 refused or failed, 2 invalid usage
 */
export const databaseCommand = (argv: readonly string[], options: CommandOptions): Promise<number> =>
  runCommand(command, argv, options, async ({ verb, input }) => {
    const { lines, warning } = await verb.run(input, () => readConfig(options.env)).catch(explain)
    for (const line of lines) options.print(line)
    if (warning !== null) throw new DatabaseRefusal(warning)
  })

/** Settings are read after the options were checked. */
type ReadConfig = () => Config

const verb = verbOf<[config: ReadConfig], Outcome>()

const command = {
  name: 'database',
  usage: ['-- <verb> [options]'],
  about: 'The database of an installation, on either engine, and copies of all that it needs.',
  verbs: [
    verb({
      name: 'status',
      summary: 'engine, schema, size, rows of every table',
      run: async (_, config) => done(await showStatus(config())),
    }),
    verb({
      name: 'backup',
      options: {
        to: { type: 'string', value: '<folder>', required: true, summary: '' },
        keep: { type: 'string', value: '<number>', summary: 'deletes all but the newest of the folder' },
      },
      summary: 'a whole copy in a folder of its own; servers go on serving',
      run: async ({ values: { to, keep } }, config) =>
        backUp({ to, keep: keep === undefined ? null : readNumber('keep', keep, 1) }, config()),
    }),
    verb({
      name: 'verify',
      options: { from: { type: 'string', value: '<backup>', required: true, summary: '' } },
      summary: 'reads a backup through; changes nothing',
      run: ({ values: { from } }) => verify(from),
    }),
    verb({
      name: 'restore',
      options: {
        from: { type: 'string', value: '<backup>', required: true, summary: '' },
        replace: {
          type: 'boolean',
          summary: 'into one with members, too: they are backed up first, beside the backup',
        },
        'with-witness': { type: 'boolean', summary: "for a move: with the API's own witness" },
      },
      summary: 'puts a backup into an installation without members, on either engine',
      run: async ({ values }, config) =>
        done(await restore({ ...values, withWitness: values['with-witness'] }, config())),
    }),
    verb({
      name: 'copy',
      options: {
        to: { type: 'string', value: 'postgres://user:password@host:5432/database', required: true, summary: '' },
      },
      summary: 'SQLite to PostgreSQL, compared row by row',
      run: async ({ values: { to } }, config) => done(await copy(readPostgresUrl(to), config())),
    }),
    verb({
      name: 'migrate',
      summary: 'brings the schema up to date, as every start does',
      run: async (_, config) => done(await migrateSchema(config())),
    }),
    verb({
      name: 'rollback',
      options: {
        to: { type: 'string', value: '<number>', required: true, summary: '' },
        'lose-data': { type: 'boolean', summary: 'even if what newer versions added has data' },
      },
      summary: 'takes the schema back, for an older version of the program',
      run: async ({ values }, config) =>
        done(await rollBackSchema({ to: readNumber('to', values.to, 0), loseData: values['lose-data'] }, config())),
    }),
  ],
  options: {},
  notes: `restore, rollback: stop every server first. backup, copy, verify, status: while it runs. docs/backup.md says more.
It reads the same settings as the server (DATABASE_URL, DATA_DIR and others).`,
  refusals: [ConfigError, DatabaseRefusal],
} as const

const done = (lines: readonly string[]): Outcome => ({ lines, warning: null })

/** @throws {UsageError} */
function readNumber(option: string, value: string, min: number): number {
  const read = /^\d{1,6}$/u.test(value) ? Number(value) : Number.NaN
  if (read >= min) return read
  throw new UsageError(`--${option} must be a whole number from ${min} on.`)
}

/** Never repeated in an error: it holds a password. @throws {UsageError} */
function readPostgresUrl(value: string): string {
  const url = parseUrl(value)
  if (url !== null && /^postgres(?:ql)?:$/u.test(url.protocol) && url.pathname.length > 1) return value
  throw new UsageError('--to must look like postgres://user:password@host:5432/database.')
}

/** The system's codes for problems that the operator can fix. */
const systemReasons: Readonly<Record<string, string>> = {
  EACCES: 'a folder or file may not be read or written',
  EEXIST: 'a file stands where a folder is needed',
  ENOENT: 'a folder or file is not there',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a file stands where a folder is needed',
  EROFS: 'the disk can only be read',
}

/** Turns a problem of database, storage or disk into one line without a password; a defect stays as it is. */
function explain(error: unknown): never {
  // Already in words for people.
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
