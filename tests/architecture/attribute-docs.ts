import { posix } from 'node:path'
import { pageAttributes } from '../../widget/attributes'
import type { TreeFile } from './read-tree'

/** One row of a table in docs/attributes.md. */
export interface AttributeRow {
  /** Usually one; some rows have two names. */
  names: string[]
  /** Values in backticks; empty if any text is allowed. */
  values: string[]
  /** True if the attribute takes no value. */
  isBare: boolean
  example: string
  /** Linked demo pages, as paths from the root. */
  pages: string[]
}

const DOCS = 'docs/attributes.md'
const inBackticks = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)

export function readAttributeRows(markdown: string): AttributeRow[] {
  return markdown.split('\n').flatMap((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    if (!/^`[a-z]/.test(cells[1] ?? '') || cells.length !== 7) return []
    const links = [...(cells[5] ?? '').matchAll(/\]\(([^)#?]+)/g)]
    return {
      names: inBackticks(cells[1] ?? ''),
      values: inBackticks(cells[2] ?? ''),
      isBare: cells[2] === '–',
      example: cells[4] ?? '',
      pages: links.map(([, link = '']) => posix.join(posix.dirname(DOCS), link)),
    }
  })
}

const known: Record<string, readonly string[]> = Object.fromEntries(
  pageAttributes.map(({ name, values = [] }) => [name, values]),
)

/** Values that are not listed: keys of fields and groups, IDs of plans. */
const OPEN: ReadonlySet<string> = new Set(pageAttributes.filter(({ isOpen }) => isOpen).map(({ name }) => name))

const bare: ReadonlySet<string> = new Set(
  pageAttributes.filter(({ takesValue }) => takesValue === 'none').map(({ name }) => name),
)

const mayBeBare: ReadonlySet<string> = new Set(
  pageAttributes.filter(({ takesValue }) => takesValue === 'optional').map(({ name }) => name),
)

const markup = (name: string, value?: string): string => (value === undefined ? name : `${name}="${value}"`)

/** Every attribute with every value, as in markup. */
export const allMarkup: readonly string[] = Object.entries(known).flatMap(([name, values]) =>
  values.length > 0 ? values.map((value) => markup(name, value)) : [name],
)

/** Attributes that are missing in the documentation, or that only it has. */
export function documentationProblems(rows: readonly AttributeRow[], files: readonly TreeFile[]): string[] {
  const documented = new Set(
    rows.flatMap(({ names, values }) => names.flatMap((name) => [name, ...values.map((value) => markup(name, value))])),
  )
  const missing = allMarkup.filter((one) => !documented.has(one)).map((one) => `${one} has no row`)
  return [...missing, ...rows.flatMap((row) => rowProblems(row, files))]
}

function rowProblems({ names, values, isBare, example, pages }: AttributeRow, files: readonly TreeFile[]): string[] {
  const [first = ''] = names
  const at = markup(first, values[0])
  const texts = pages.map((page) => files.find(({ path }) => path === page)?.text)
  const shows = (text: string): boolean => texts.some((page) => page?.includes(text))
  const problems: string[] = []
  for (const name of names) {
    if (!(name in known)) problems.push(`${name} is documented, but no attribute`)
    if (isBare !== bare.has(name)) problems.push(`${name} ${isBare ? 'takes a value' : 'takes no value'}`)
    const real = values.filter((value) => !value.includes('…'))
    for (const value of real) {
      if (!OPEN.has(name) && !known[name]?.includes(value))
        problems.push(`${markup(name, value)} is documented, but no value`)
      if (!shows(markup(name, value))) problems.push(`${markup(name, value)} is on none of the pages of its row`)
    }
    if (real.length === 0 && !shows(name)) problems.push(`${name} is on none of the pages of its row`)
  }
  if (!names.some((name) => example.includes(name))) problems.push(`${at} has no example`)
  if (pages.length === 0) problems.push(`${at} names no demo page`)
  for (const [index, text] of texts.entries())
    if (text === undefined) problems.push(`${at} links ${pages[index]}: no such page`)
  return problems
}

/** Unknown attributes and values on demo pages, except on pages about the inspector's findings. */
export function unknownMarkup(files: readonly TreeFile[]): string[] {
  return files
    .filter(({ path }) => /^demo-pages\/(?!inspector\/).*\.html$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\s(data-ms-[\w:-]+)(?:="([^"]*)")?/g)].flatMap(([, name = '', value = '']) => {
        const values = known[name]
        // Attributes of the install tag.
        if (/^data-ms-(api|analytics|curtain|page-gate)$/.test(name)) return []
        if (!values) return [`${path}: ${name}`]
        const isBare = value === '' && mayBeBare.has(name)
        return isBare || values.length === 0 || OPEN.has(name) || values.includes(value)
          ? []
          : [`${path}: ${markup(name, value)}`]
      }),
    )
}

/** Attributes and values that no browser test names in its title. */
export function untestedMarkup(files: readonly TreeFile[]): string[] {
  const titles = files
    .filter(({ path }) => /^tests\/e2e\/.*\.spec\.ts$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/\btest\(\s*(['"`])(.+?)\1,/gs)].map(([, , title = '']) => `${title} `))
  // A name may be a prefix of another one.
  return allMarkup.filter((one) => !titles.some((title) => /^[^\w-]/.test(title.split(one)[1] ?? '-')))
}
