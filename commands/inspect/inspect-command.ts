import { resolve } from 'node:path'
import type { InspectedApp } from '../../widget/inspector/rules/page'
import { harmless, toJson } from '../terminal/harmless'
import { findSources } from './find-sources'
import type { SourcePlace } from './find-sources'
import { help } from './help'
import { inspectSource } from './inspect-source'
import type { ReportRow } from './inspect-source'
import { printRows, printSummary } from './print-findings'
import { readApp } from './read-app'
import { UsageError } from '../terminal/parse-arguments'
import { readRequest } from './read-request'
import type { InspectRequest } from './read-request'
import { UnreadableError } from './source'

export interface CommandOptions {
  /** Folder that relative paths begin at. */
  cwd: string
  colour: boolean
  print: (text: string) => void
  /** For errors. */
  complain: (line: string) => void
}

/**
 * Inspects pages by the rules of the inspector.
 * @param argv without Node and the script
 * @returns exit code: 0 no errors, 1 errors, 2 asked wrongly or something could not be read
 */
export async function inspectCommand(argv: readonly string[], options: CommandOptions): Promise<number> {
  try {
    const request = readRequest(argv)
    if (request === 'help') {
      options.print(help)
      return 0
    }
    return await inspectAll(request, options)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    options.complain(harmless(error.message))
    options.complain('npm run inspect -- --help says more.')
    return 2
  }
}

async function inspectAll(request: InspectRequest, options: CommandOptions): Promise<number> {
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
    if (!request.json && rows.length > 0) options.print(`${printRows(rows, options.colour)}\n`)
  }
  options.print(request.json ? toJson(all.flat()) : printSummary(counts, all.length))
  if (all.length < places.length) return 2
  return counts.error > 0 || (request.strict && counts.warning > 0) ? 1 : 0
}

/** @returns null after one line that says why it cannot be read */
async function inspectPlace(
  place: SourcePlace,
  app: InspectedApp,
  { quiet }: InspectRequest,
  { complain }: CommandOptions,
): Promise<ReportRow[] | null> {
  try {
    const rows = inspectSource(await place.read(), app)
    return quiet ? rows.filter(({ severity }) => severity !== 'found') : rows
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    complain(harmless(`${place.name} ${error.message}.`))
    return null
  }
}

async function readNamedApp(file: string | undefined, { cwd, complain }: CommandOptions): Promise<InspectedApp | null> {
  try {
    return await readApp(file === undefined ? undefined : resolve(cwd, file))
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    for (const line of `${file} ${error.message}`.split('\n')) complain(harmless(line))
    return null
  }
}
