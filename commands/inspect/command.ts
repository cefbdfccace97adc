import { ConfigError } from '../../api/lib/settings'
import { runCommand, UsageError, verbOf } from '../command'
import type { CommandOptions } from '../command'
import { escapeControlChars, toJson } from '../terminal'
import { openAppLookup } from './app-lookup'
import type { AppLookup } from './app-lookup'
import { inspectPage, namedAppOf } from '../../widget/inspector/rules/source/inspect-source'
import type { CheckedApp, ReportRow, Severity } from '../../widget/inspector/rules/source/inspect-source'
import { reportMove } from './moving/report'
import { readSourcePage } from '../../widget/inspector/rules/source/source-page'
import type { SourcePage } from '../../widget/inspector/rules/source/source-page'
import { findSources, SOURCE_MAX_MEGABYTES, UnreadableError } from './sources'
import type { SourcePlace } from './sources'

interface InspectCommandOptions extends CommandOptions {
  /** Base of relative paths. */
  cwd: string
  colour: boolean
}

interface InspectRequest {
  /** Files, folders and URLs. */
  named: readonly string[]
  /** Path of an app definition or URL of an API; undefined for the database. */
  app: string | undefined
  json: boolean
  strict: boolean
  quiet: boolean
}

/**
 * @param argv without Node and the script
 * @returns exit code: 0 no errors, 1 errors, 2 invalid usage or something could not be read
 */
export const inspectCommand = (argv: readonly string[], options: InspectCommandOptions): Promise<number> =>
  runCommand(command, argv, options, ({ verb, input }) => verb.run(input, options))

const inspect = verbOf<[options: InspectCommandOptions], number>()({
  name: '',
  positionals: ['<file, folder or URL>…'],
  summary: '',
  options: {
    app: {
      type: 'string',
      value: '<file or URL>',
      summary: `where the app is: a definition, as in api/apps, or the URL of an API;
default: the database (DATA_DIR or DATABASE_URL)`,
    },
    json: {
      type: 'boolean',
      summary: `JSON output: an array of { id, severity, file, line, message, app };
severity is error, warning, info or found`,
    },
    strict: { type: 'boolean', summary: 'warnings also set exit code 1' },
    quiet: { type: 'boolean', summary: 'hides correct attributes' },
    moving: {
      type: 'boolean',
      summary: `lists what a Memberstack site uses, and writes the plans, prices, groups and
fields that the app lacks into a definition; a URL is read with its links`,
    },
    out: { type: 'string', value: '<file>', summary: 'with --moving: the new file; default: <app ID>.json' },
  },
  async run({ words, values }, options) {
    if (words.length === 0) throw new UsageError('Name a file, a folder or a URL to inspect.')
    if (words.includes('')) throw new UsageError('File names must not be empty.')
    if (values.app === '') throw new UsageError('--app needs a file name or a URL.')
    if (values.moving) return reportMove({ named: words, ...values }, options)
    if (values.out !== undefined) throw new UsageError('--out needs --moving.')
    return inspectAll({ named: words, ...values }, options)
  },
})

const command = {
  name: 'inspect',
  usage: ['-- [options] <file, folder or URL …>'],
  about: `Checks the data-ms attributes of pages with the rules of the inspector.

IDs and keys are compared with the app that the page's install script names. For a page without an install script, it
is the app of the other pages, otherwise app_demo; the last line says so.

For a folder, all .html and .htm files in it are checked. A URL (http or https) is fetched once. Scripts and other
files that a page refers to are never run or read. A page may have up to ${SOURCE_MAX_MEGABYTES} MB.`,
  verbs: [inspect],
  options: {},
  notes: `Meaning of each line: docs/inspector.md
To pipe the output, use npm run --silent.`,
  exitCodes: ['no errors', 'errors', 'invalid usage or something could not be read'],
  refusals: [ConfigError],
  refusalCode: 2,
} as const

async function inspectAll(request: InspectRequest, options: InspectCommandOptions): Promise<number> {
  const lookup = await openLookup(request, options)
  if (!lookup) return 2
  try {
    return await inspectWith(lookup, request, options)
  } finally {
    await lookup.close()
  }
}

/** A page that was read. */
interface ReadPage {
  name: string
  read: SourcePage
}

async function inspectWith(
  lookup: AppLookup,
  request: InspectRequest,
  options: InspectCommandOptions,
): Promise<number> {
  const run = createRun(request, options)
  const places = await findSources(request.named, options.cwd)
  const nameless: ReadPage[] = []
  const found = new Map<string, CheckedApp>()
  let unread = 0
  for (const place of places) {
    const read = await readPage(place, options)
    const named = read && namedAppOf(read)
    const checked = named ? await findApp(() => lookup.find(named), request, options) : null
    if (!read || (named && !checked)) unread += 1
    else if (!checked) nameless.push({ name: place.name, read })
    else {
      if (checked.id !== null) found.set(checked.id, checked)
      run.report({ name: place.name, read }, checked)
    }
  }
  const [only, ...others] = found.values()
  const shared = only && others.length === 0 ? only : null
  const checked = nameless.length > 0 ? (shared ?? (await findApp(() => lookup.findDefault(), request, options))) : null
  for (const page of nameless)
    if (checked)
      run.report(page, { ...withoutProblem(checked), label: `${checked.label}, because the page names no app` })
    else unread += 1
  return run.finish(unread)
}

/** The problem is that of another page. */
const withoutProblem = ({ id, app, label }: CheckedApp): CheckedApp => ({ id, app, label })

interface Run {
  report(page: ReadPage, checked: CheckedApp): void
  /** @returns exit code */
  finish(unread: number): number
}

function createRun({ json, strict, quiet }: InspectRequest, { print, colour }: InspectCommandOptions): Run {
  const counts = { error: 0, warning: 0, info: 0, found: 0 }
  const labels = new Set<string>()
  const all: ReportRow[][] = []
  return {
    report({ name, read }, checked) {
      const rows = inspectPage(read, name, checked).filter(({ severity }) => !quiet || severity !== 'found')
      for (const { severity } of rows) counts[severity] += 1
      labels.add(checked.label)
      all.push(rows)
      // Print per page, so that a long report starts at once.
      if (!json && rows.length > 0) print(`${formatRows(rows, colour)}\n`)
    },
    finish(unread) {
      print(json ? toJson(all.flat()) : formatSummary(counts, all.length, [...labels]))
      if (unread > 0) return 2
      return counts.error > 0 || (strict && counts.warning > 0) ? 1 : 0
    },
  }
}

/** @returns null if it cannot be read, after printing why */
const readPage = (place: SourcePlace, options: InspectCommandOptions): Promise<SourcePage | null> =>
  orComplain(place.name, options, async () => readSourcePage(await place.read()))

const findApp = (
  find: () => Promise<CheckedApp>,
  { app = 'The app' }: InspectRequest,
  options: InspectCommandOptions,
): Promise<CheckedApp | null> => orComplain(app, options, find)

const openLookup = ({ app }: InspectRequest, options: InspectCommandOptions): Promise<AppLookup | null> =>
  orComplain(app ?? 'The app', options, () => openAppLookup({ app, cwd: options.cwd, env: options.env }))

async function orComplain<Result>(
  name: string,
  { complain }: InspectCommandOptions,
  read: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    for (const line of `${name} ${error.message}.`.split('\n')) complain(escapeControlChars(line))
    return null
  }
}

const colours: Record<Severity, number> = { error: 31, warning: 33, info: 36, found: 32 }

/** One line per row: `file:line severity id message`. */
function formatRows(rows: readonly ReportRow[], colour: boolean): string {
  return rows
    .map(({ file, line, severity, id, message }) => {
      const word = colour ? `\u001b[${colours[severity]}m${severity}\u001b[0m` : severity
      return `${escapeControlChars(file)}:${line} ${word} ${id} ${escapeControlChars(message)}`
    })
    .join('\n')
}

type Counts = Record<Severity, number>

/** @param pages number of pages read. @param labels of the apps that they were checked against */
function formatSummary({ error, warning }: Counts, pages: number, labels: readonly string[]): string {
  const counted = `${count(error, 'error')} and ${count(warning, 'warning')} in ${count(pages, 'page')}`
  const against = labels.map(escapeControlChars).join('; ')
  const summary = against ? `${counted}, checked against ${against}.` : `${counted}.`
  return error + warning > 0 ? `${summary}\nHow to fix them: docs/inspector.md` : summary
}

const count = (amount: number, thing: string): string => `${amount} ${thing}${amount === 1 ? '' : 's'}`
