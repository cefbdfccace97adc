import { parseArgs } from 'node:util'
import { escapeControlChars } from './terminal'

/** Invalid usage: the command exits with 2 and points to its help. */
export class UsageError extends Error {}

interface Option {
  type: 'string' | 'boolean'
  /** Placeholder of the value in help: `<folder>`. */
  value?: string
  multiple?: boolean
  default?: string
  required?: boolean
  summary: string
}

type Options = Readonly<Record<string, Option>>

type ValueOf<One extends Option> = One['type'] extends 'boolean'
  ? boolean
  : One extends { multiple: true }
    ? readonly string[]
    : One extends { required: true } | { default: string }
      ? string
      : string | undefined

export type Values<Rows extends Options> = { readonly [Name in keyof Rows]: ValueOf<Rows[Name]> }

export interface Input<Own extends Options = Options> {
  words: readonly string[]
  values: Values<Own>
}

interface Verb<Args extends unknown[], Result, Own extends Options = Options> {
  /** Such as `tags revoke`; empty if the command has one verb. */
  name: string
  /** As shown in usage. `<id>` must not be empty, `"<text>"` may; after a last `…` the verb itself checks the count. */
  positionals?: readonly string[]
  options?: Own
  summary: string
  /** @throws {UsageError} */
  run(input: Input<Own>, ...args: Args): Promise<Result>
}

/** Infers the types of a verb's own options. */
export const verbOf =
  <Args extends unknown[], Result>() =>
  <const Own extends Options = Options>(row: Verb<Args, Result, Own>): Verb<Args, Result> =>
    row

interface Command<Args extends unknown[], Result, Common extends Options> {
  /** The npm script. */
  name: string
  /** Shown after the name, one line each. */
  usage: readonly string[]
  about: string
  verbs: readonly Verb<Args, Result>[]
  /** Options of every verb; `--help` is implied. */
  options: Common
  /** Shown at the end of the help. */
  notes: string
  /** Meanings of exit codes; set if they differ from the default. */
  exitCodes?: readonly [done: string, refused: string, invalid: string]
  /** Errors whose message is printed; any other error is a defect and is rethrown. */
  refusals: readonly (abstract new (...args: never[]) => Error)[]
  /** Exit code of these errors, 1 by default. */
  refusalCode?: 1 | 2
}

export interface Output {
  print: (line: string) => void
  /** Prints an error line. */
  complain: (line: string) => void
}

export interface CommandOptions extends Output {
  /** See `readConfig`. */
  env: Readonly<Record<string, string | undefined>>
}

interface Request<Args extends unknown[], Result, Common extends Options> {
  verb: Verb<Args, Result>
  input: Input
  common: Values<Common>
}

/**
 * Parses the command line, prints help or runs the verb, and prints expected errors.
 * @param argv without Node and the script
 * @param carryOut returns the exit code if it is not 0
 * @returns exit code: 0 done, 1 refused, 2 invalid usage
 */
export async function runCommand<Args extends unknown[], Result, const Common extends Options>(
  command: Command<Args, Result, Common>,
  argv: readonly string[],
  { print, complain }: Output,
  carryOut: (request: Request<Args, Result, Common>) => Promise<number | void>,
): Promise<number> {
  try {
    const request = readRequest(command, argv)
    if (request !== 'help') return (await carryOut(request)) ?? 0
    print(helpOf(command))
    return 0
  } catch (error) {
    const isUsage = error instanceof UsageError
    const isExpected = isUsage || command.refusals.some((refusal) => error instanceof refusal)
    if (!isExpected || !(error instanceof Error)) throw error
    // Some errors have several lines.
    for (const line of error.message.split('\n')) complain(escapeControlChars(line))
    if (isUsage) complain(`For help, run: npm run ${command.name} -- --help`)
    return isUsage ? 2 : (command.refusalCode ?? 1)
  }
}

/** @throws {UsageError} */
function readRequest<Args extends unknown[], Result, Common extends Options>(
  command: Command<Args, Result, Common>,
  argv: readonly string[],
): Request<Args, Result, Common> | 'help' {
  const own = Object.assign({}, ...command.verbs.map(({ options = {} }) => options))
  const { values: typed, positionals } = parse(argv, { ...own, ...command.options })
  if (typed['help'] === true) return 'help'
  const verb = findVerb(command, positionals)
  const ownOptions = verb.options ?? {}
  for (const name of Object.keys(typed))
    if (!Object.hasOwn(ownOptions, name) && !Object.hasOwn(command.options, name))
      throw new UsageError(`${verb.name} has no option --${name}.`)
  const words = verb.name === '' ? positionals : positionals.slice(verb.name.split(' ').length)
  checkWords(command, verb, words)
  const values = withDefaults(ownOptions, typed)
  for (const [name, { required = false }] of Object.entries(ownOptions))
    if (required && !typed[name]) throw new UsageError(usageError(command, verb))
  return { verb, input: { words, values }, common: withDefaults(command.options, typed) }
}

function parse(
  argv: readonly string[],
  rows: Options,
): { values: Readonly<Record<string, unknown>>; positionals: string[] } {
  const options = Object.entries(rows).map(([name, { type, multiple = false }]) => [name, { type, multiple }])
  try {
    return parseArgs({
      args: [...argv],
      options: { ...Object.fromEntries(options), help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** The verb with the longest matching name. */
function findVerb<Args extends unknown[], Result>(
  { verbs }: { verbs: readonly Verb<Args, Result>[] },
  words: readonly string[],
): Verb<Args, Result> {
  const [verb] = verbs
    .filter(({ name }) => name === '' || name.split(' ').every((word, at) => words[at] === word))
    .toSorted((one, other) => other.name.length - one.name.length)
  if (verb) return verb
  throw new UsageError(words.length === 0 ? 'Name a command.' : `Unknown command ${JSON.stringify(words.join(' '))}.`)
}

interface Named {
  name: string
  positionals?: readonly string[]
  options?: Options
}

function checkWords(command: { name: string }, verb: Named, words: readonly string[]): void {
  const wanted = verb.positionals ?? []
  if (wanted.at(-1)?.endsWith('…')) return
  const isEmpty = (word: string, at: number): boolean => word === '' && wanted[at]?.startsWith('<') === true
  if (words.length === wanted.length && !words.some(isEmpty)) return
  if (verb.name === '' && wanted.length === 0)
    throw new UsageError(`Unexpected argument ${JSON.stringify(words.join(' '))}.`)
  throw new UsageError(usageError(command, verb))
}

export const usageError = ({ name }: { name: string }, verb: Named): string =>
  `Usage: npm run ${name} -- ${usageOf(verb)}`

/** A verb with its required arguments: `backup --to <folder>`. */
export function usageOf({ name, positionals = [], options = {} }: Named): string {
  const required = Object.entries(options).filter(([, option]) => option.required)
  const words = [name, ...positionals, ...required.map(([option, row]) => spell(option, row))]
  return words.filter((word) => word !== '').join(' ')
}

const spell = (name: string, { value }: Option): string => (value === undefined ? `--${name}` : `--${name} ${value}`)

function withDefaults<Rows extends Options>(rows: Rows, typed: Readonly<Record<string, unknown>>): Values<Rows>
function withDefaults(rows: Options, typed: Readonly<Record<string, unknown>>): object {
  const fallback = ({ type, multiple = false, default: value }: Option): unknown =>
    type === 'boolean' ? false : multiple ? [] : value
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, typed[name] ?? fallback(row)]))
}

const COLUMN_MAX = 30

type Row = readonly [left: string, right: string]

function helpOf<Args extends unknown[], Result, Common extends Options>(
  command: Command<Args, Result, Common>,
): string {
  const { name, usage, about, verbs, notes } = command
  const [done, refused, invalid] = command.exitCodes ?? ['done', 'refused or failed', 'invalid usage']
  const isSingle = verbs.every((verb) => verb.name === '')
  const verbRows = isSingle ? [] : verbs.flatMap(rowsOfVerb)
  const own = isSingle ? Object.assign({}, ...verbs.map(({ options = {} }) => options)) : {}
  const optionRows = [...optionRowsOf({ ...own, ...command.options }), ['--help', ''] as const]
  const width = Math.max(...[...verbRows, ...optionRows].map(([left]) => left.length).filter(fitsColumn))
  const block = (rows: readonly Row[]): string => rows.map((row) => formatRow(row, width)).join('\n')
  return [
    usage.map((line) => `npm run ${name}${line && ` ${line}`}`).join('\n'),
    about,
    ...(isSingle ? [] : [block(verbRows)]),
    `Options\n${block(optionRows)}`,
    `${notes}${notes && '\n'}Exit code: 0 ${done}, 1 ${refused}, 2 ${invalid}.`,
  ].join('\n\n')
}

const fitsColumn = (length: number): boolean => length <= COLUMN_MAX

/** A row for the verb, and one for each optional option. */
function rowsOfVerb(verb: Named & { summary: string }): Row[] {
  const optional = Object.entries(verb.options ?? {}).filter(([, { required = false }]) => !required)
  return [
    [usageOf(verb), verb.summary],
    ...optional.map(([name, option]): Row => [`  [${spell(name, option)}]`, option.summary]),
  ]
}

const optionRowsOf = (rows: Options): Row[] =>
  Object.entries(rows).map(([name, option]) => [spell(name, option), option.summary])

/** A long left side gets its own line. */
function formatRow([left, right]: Row, width: number): string {
  const gap = `\n${' '.repeat(width + 4)}`
  const text = right.replaceAll('\n', gap)
  if (text === '') return `  ${left}`
  return fitsColumn(left.length) ? `  ${left.padEnd(width)}  ${text}` : `  ${left}${gap}${text}`
}
