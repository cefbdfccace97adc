import { readFile, writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { parseUrl } from '../../../contract/parse-url'
import type { AppDefinition } from '../../../api/features/apps/definition'
import { AppDefinitionError, readDefinition } from '../../../api/features/apps/read-definition'
import type { Output } from '../../command'
import { escapeControlChars, toJson } from '../../terminal'
import { readSite } from './crawl'
import type { CrawlLimits } from './crawl'
import { addMissing } from './missing-parts'
import type { Moved } from './missing-parts'
import { usageOf } from './usage'
import type { Places, Usage, UsageKind } from './usage'

interface MovingRequest {
  /** Files, folders and URLs. */
  named: readonly string[]
  /** Path of the app's definition; undefined for a new app. */
  app: string | undefined
  /** Path of the new file; undefined for `<id of the app>.json`. */
  out: string | undefined
  json: boolean
}

interface MovingOptions extends Output {
  /** Base of relative paths. */
  cwd: string
  limits?: CrawlLimits
}

/**
 * Lists what a site uses and what its app lacks, and writes an app definition with the missing parts.
 * @returns exit code: 0 written, 2 if nothing could be read or written
 */
export async function reportMove(request: MovingRequest, options: MovingOptions): Promise<number> {
  const { complain, cwd } = options
  const base = await readBase(request.app, options)
  if (base === undefined) return 2
  const { sources, scripts, problems } = await readSite(request.named, cwd, options.limits)
  for (const problem of problems) complain(escapeControlChars(problem))
  if (sources.length === 0) return 2
  const usage = usageOf(sources, scripts)
  const moved = addMissing(usage, base, hostOf(request.named))
  const file = request.out ?? `${moved.definition.id}.json`
  if (!(await writeNew(resolve(cwd, file), moved.definition, options))) return 2
  const report = { pages: sources.length, used: usage, ...moved, file }
  options.print(request.json ? toJson(plain(report)) : textOf(report))
  return 0
}

/** @returns null without a file; undefined if it cannot be read, after printing why */
async function readBase(
  file: string | undefined,
  { cwd, complain }: MovingOptions,
): Promise<AppDefinition | null | undefined> {
  if (file === undefined) return null
  try {
    return readDefinition(basename(file), await readFile(resolve(cwd, file), 'utf8'))
  } catch (error) {
    if (!(error instanceof AppDefinitionError) && !isFileError(error)) throw error
    for (const line of error.message.split('\n')) complain(escapeControlChars(line))
    return undefined
  }
}

async function writeNew(path: string, definition: AppDefinition, { complain }: Output): Promise<boolean> {
  try {
    // The public keys are no secret, but the file may get secrets of the owner later.
    await writeFile(path, `${JSON.stringify(definition, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    return true
  } catch (error) {
    if (!isFileError(error)) throw error
    const why =
      error.code === 'EEXIST' ? 'already exists. Name another file with --out' : `cannot be written (${error.code})`
    complain(escapeControlChars(`${path} ${why}.`))
    return false
  }
}

const isFileError = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

/** The first URL's host; null on a loopback host, which is always in Test Mode. */
function hostOf(named: readonly string[]): string | null {
  const [host] = named.map((name) => parseUrl(name)).flatMap((url) => (url?.host ? [url.hostname] : []))
  return host === undefined || /^(localhost|127\.|\[)|\.localhost$/.test(host) ? null : host
}

interface Report extends Moved {
  pages: number
  used: Usage
  file: string
}

const titles: readonly [kind: UsageKind, title: string][] = [
  ['apps', 'Apps'],
  ['attributes', 'Attributes'],
  ['features', 'Forms, modals and actions'],
  ['freePlans', 'Plans that anyone can join'],
  ['otherPlans', 'Other plans'],
  ['prices', 'Prices'],
  ['groups', 'Content groups'],
  ['fields', 'Custom fields'],
  ['providers', 'Social login'],
  ['byHand', 'Coupons, hosted content and comment channels'],
  ['old', 'Markup of Memberstack 1.0'],
  ['vendorLinks', 'Links to Memberstack'],
  ['unknownNames', 'Names in scripts that have no effect'],
]

function textOf({ pages, used, missing, invalid, file, definition }: Report): string {
  const parts = titles.flatMap(([kind, title]) => section(title, rowsOf(used[kind])))
  const scripts = used.scripts.map(({ file: page, line, calls }) => `  ${page}:${line}  ${calls.join(', ')}`)
  const lacking = Object.entries(missing).flatMap(([kind, ids]) =>
    ids.length > 0 ? [`  ${kind}: ${ids.join(', ')}`] : [],
  )
  return [
    `${pages} ${pages === 1 ? 'page' : 'pages'} read.`,
    ...parts,
    ...section('Scripts that call the client', scripts),
    ...section(`Missing in ${definition.id}`, lacking.length > 0 ? lacking : ['  nothing']),
    ...section(
      'IDs that no app can have: change them in the pages',
      invalid.map((id) => `  ${id}`),
    ),
    '',
    `The definition is in ${file}.`,
    ...decisions({ missing, used, definition }),
    `To add it: npm run admin -- apps import ${file}`,
    'What works, what differs, step by step: docs/moving-from-memberstack.md',
  ]
    .map((line) => escapeControlChars(line))
    .join('\n')
}

const section = (title: string, rows: readonly string[]): string[] => (rows.length > 0 ? ['', title, ...rows] : [])

const rowsOf = (places: Places): string[] =>
  [...places]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([value, pages]) => `  ${value}  ${pages.size === 1 ? [...pages].join('') : `${pages.size} pages`}`)

/** Parts that are closed, because the pages do not say enough about them. */
function decisions({ missing, used, definition }: Pick<Report, 'missing' | 'used' | 'definition'>): string[] {
  const closed = definition.plans.filter(({ id, restrictedToAdmin }) => restrictedToAdmin && missing.plans.includes(id))
  const undecided = definition.contentGroups.filter(({ plans }) => plans.includes('pln_undecided'))
  return [
    missing.prices.length > 0 &&
      'Before you import it, set amountMinor, currency and interval of the prices, and remove "active": false. Later, an amount cannot change.',
    closed.length > 0 &&
      `No one can join ${closed.map(({ id }) => id).join(', ')} yet: add prices, or remove "restrictedToAdmin" if free.`,
    undecided.length > 0 &&
      `No one sees the groups ${undecided.map(({ key }) => key).join(', ')} yet: replace pln_undecided; without plans, all members see them.`,
    used.byHand.size > 0 && 'Coupons and hosted content are not in the definition: their values are not in the pages.',
  ].filter((line) => line !== false)
}

/** Maps and sets as JSON. */
function plain({ pages, used, missing, invalid, file, definition }: Report): unknown {
  const lists = titles.map(([kind]) => [
    kind,
    Object.fromEntries([...used[kind]].map(([id, names]) => [id, [...names]])),
  ])
  return {
    pages,
    used: { ...Object.fromEntries(lists), scripts: used.scripts },
    app: definition.id,
    missing,
    invalid,
    file,
  }
}
