import { resolve } from 'node:path'
import type { InspectedApp } from '../../widget/inspector/rules/page'
import { runCommand, UsageError, verbOf } from '../command'
import type { Output } from '../command'
import { escapeControlChars, toJson } from '../escape'
import { inspectSource } from './inspect-source'
import type { ReportRow, Severity } from './inspect-source'
import { readApp } from './read-app'
import { findSources, SOURCE_MAX_MEGABYTES, UnreadableError } from './sources'
import type { SourcePlace } from './sources'

interface InspectCommandOptions extends Output {
  /** Folder that relative paths begin at. */
  cwd: string
  colour: boolean
}

interface InspectRequest {
  /** Files, folders and URLs, as they were typed. */
  named: readonly string[]
  /** File of an app definition; undefined: the demo app's. */
  app: string | undefined
  json: boolean
  strict: boolean
  quiet: boolean
}

/**
 * Inspects pages by the rules of the inspector.
 * @param argv without Node and the script
 * @returns exit code: 0 no errors, 1 errors, 2 invalid usage or something could not be read
 */
export const inspectCommand = (argv: readonly string[], options: InspectCommandOptions): Promise<number> =>
  runCommand(command, argv, options, ({ verb, input }) => verb.run(input, options))

const inspect = verbOf<[options: InspectCommandOptions], number>()({
  name: '',
  positionals: ['<file, folder or address>…'],
  summary: '',
  options: {
    app: {
      type: 'string',
      value: '<file>',
      summary: `definition of the app that ids and keys are checked against, as in api/apps; by default the
demo app's`,
    },
    json: {
      type: 'boolean',
      summary: `for programs: an array of { id, severity, file, line, message };
severity is error, warning, info or found`,
    },
    strict: { type: 'boolean', summary: 'warnings count for the exit code too' },
    quiet: { type: 'boolean', summary: 'leave out what is found and right' },
  },
  async run({ words, values }, options) {
    if (words.length === 0) throw new UsageError('Name a file, a folder or an address to inspect.')
    if (words.includes('')) throw new UsageError('A name is empty.')
    if (values.app === '') throw new UsageError('--app needs the name of a file.')
    return inspectAll({ named: words, ...values }, options)
  },
})

const command = {
  name: 'inspect',
  usage: ['-- [options] <file, folder or address …>'],
  about: `Checks the data-ms attributes of pages by the rules of the inspector.

A folder stands for all .html and .htm files in it. An address (http or https) is fetched once; for a file nothing
is fetched. What a page names, scripts among it, is never run or read. Pages may have ${SOURCE_MAX_MEGABYTES} MB.`,
  verbs: [inspect],
  options: {},
  notes: `What each line means: docs/inspector.md
In a program's output, run it with npm run --silent.`,
  exitCodes: ['no errors', 'errors', 'invalid usage or something could not be read'],
  refusals: [],
} as const

async function inspectAll(request: InspectRequest, options: InspectCommandOptions): Promise<number> {
  const app = await readNamedApp(request.app, options)
  if (!app) return 2
  const counts = { error: 0, warning: 0, info: 0, found: 0 }
  const all: ReportRow[][] = []
  const places = await findSources(request.named, options.cwd)
  for (const place of places) {
    const rows = await inspectPlace(place, app, request, options)
    if (!rows) continue
    for (const { severity } of rows) counts[severity] += 1
    all.push(rows)
    // One file after the other, so that a long report begins at once.
    if (!request.json && rows.length > 0) options.print(`${formatRows(rows, options.colour)}\n`)
  }
  options.print(request.json ? toJson(all.flat()) : formatSummary(counts, all.length))
  if (all.length < places.length) return 2
  return counts.error > 0 || (request.strict && counts.warning > 0) ? 1 : 0
}

/** @returns null after one line that says why it cannot be read */
async function inspectPlace(
  place: SourcePlace,
  app: InspectedApp,
  { quiet }: InspectRequest,
  { complain }: Output,
): Promise<ReportRow[] | null> {
  try {
    const rows = inspectSource(await place.read(), app)
    return quiet ? rows.filter(({ severity }) => severity !== 'found') : rows
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    complain(escapeControlChars(`${place.name} ${error.message}.`))
    return null
  }
}

async function readNamedApp(
  file: string | undefined,
  { cwd, complain }: InspectCommandOptions,
): Promise<InspectedApp | null> {
  try {
    return await readApp(file === undefined ? undefined : resolve(cwd, file))
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    for (const line of `${file} ${error.message}`.split('\n')) complain(escapeControlChars(line))
    return null
  }
}

const colours: Record<Severity, number> = { error: 31, warning: 33, info: 36, found: 32 }

/** What was found in one file, a line each: `file:line severity id message`. */
function formatRows(rows: readonly ReportRow[], colour: boolean): string {
  return rows
    .map(({ file, line, severity, id, message }) => {
      const word = colour ? `\u001b[${colours[severity]}m${severity}\u001b[0m` : severity
      return `${escapeControlChars(file)}:${line} ${word} ${id} ${escapeControlChars(message)}`
    })
    .join('\n')
}

type Counts = Record<Severity, number>

/** The last lines of a report. @param pages how many could be read */
function formatSummary({ error, warning }: Counts, pages: number): string {
  const summary = `${count(error, 'error')} and ${count(warning, 'warning')} in ${count(pages, 'page')}.`
  return error + warning > 0 ? `${summary}\nWhat they mean and how to mend them: docs/inspector.md` : summary
}

const count = (amount: number, thing: string): string => `${amount} ${thing}${amount === 1 ? '' : 's'}`
