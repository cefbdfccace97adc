import { parseArgs } from 'node:util'
import { escapeControlChars } from './escape'

/** The command line cannot be understood. The command ends with 2 and names its help. */
export class UsageError extends Error {}

interface Option {
  type: 'string' | 'boolean'
  /** What its value is called: `<folder>`. */
  value?: string
  multiple?: boolean
  default?: string
  /** Without it, the command is not understood. */
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

/** What was typed behind the name of a verb. */
export interface Input<Own extends Options = Options> {
  words: readonly string[]
  values: Values<Own>
}

/** One thing that a command does. */
interface Verb<Args extends unknown[], Result, Own extends Options = Options> {
  /** The words that select it, such as `tags revoke`; empty where the command does one thing only. */
  name: string
  /**
   * What follows the name, as usage shows it. `<id>` must not be empty, `"<text>"` may; after a last `…` the verb
   * itself checks how many there are.
   */
  positionals?: readonly string[]
  options?: Own
  summary: string
  /** @throws {UsageError} */
  run(input: Input<Own>, ...args: Args): Promise<Result>
}

/** Makes rows whose `run` knows the types of its own options. */
export const verbOf =
  <Args extends unknown[], Result>() =>
  <const Own extends Options = Options>(row: Verb<Args, Result, Own>): Verb<Args, Result> =>
    row

interface Command<Args extends unknown[], Result, Common extends Options> {
  /** Of the npm script. */
  name: string
  /** What help shows behind the name, a line each. */
  usage: readonly string[]
  about: string
  verbs: readonly Verb<Args, Result>[]
  /** Options of every verb; `--help` is always one. */
  options: Common
  /** The end of the help. */
  notes: string
  /** Meanings of exit codes where they are not the usual ones. */
  exitCodes?: readonly [done: string, refused: string, invalid: string]
  /** Errors that are told in their own words; every other one is a defect. */
  refusals: readonly (abstract new (...args: never[]) => Error)[]
  /** The code after a refusal, 1 by default. */
  refusalCode?: 1 | 2
}

/** Where a command writes. */
export interface Output {
  print: (line: string) => void
  /** For errors. */
  complain: (line: string) => void
}

/** What most commands are given. */
export interface CommandOptions extends Output {
  /** See `readConfig`. */
  env: Readonly<Record<string, string | undefined>>
}

/** A verb that was chosen, and what was typed with it. */
interface Request<Args extends unknown[], Result, Common extends Options> {
  verb: Verb<Args, Result>
  input: Input
  common: Values<Common>
}

/**
 * Reads a command line, prints the help or carries the verb out, and says what refused it.
 * @param argv without Node and the script
 * @param carryOut returns the exit code where it is not 0
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
    // Several settings can be wrong at once: a line each.
    for (const line of error.message.split('\n')) complain(escapeControlChars(line))
    if (isUsage) complain(`npm run ${command.name} -- --help says more.`)
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
      throw new UsageError(`--${name} is nothing to ${verb.name}.`)
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

/** The verb with the longest name that the words begin with. */
function findVerb<Args extends unknown[], Result>(
  { verbs }: { verbs: readonly Verb<Args, Result>[] },
  words: readonly string[],
): Verb<Args, Result> {
  const [verb] = verbs
    .filter(({ name }) => name === '' || name.split(' ').every((word, at) => words[at] === word))
    .toSorted((one, other) => other.name.length - one.name.length)
  if (verb) return verb
  throw new UsageError(words.length === 0 ? 'Say what to do.' : `There is no verb ${JSON.stringify(words.join(' '))}.`)
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
    throw new UsageError(`There is no verb ${JSON.stringify(words.join(' '))}.`)
  throw new UsageError(usageError(command, verb))
}

/** How a verb is written, for who wrote it in another way. */
export const usageError = ({ name }: { name: string }, verb: Named): string =>
  `Write it like this: npm run ${name} -- ${usageOf(verb)}`

/** A verb with what must follow it: `backup --to <folder>`. */
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

/** A verb, and below it the options that may be left out. */
function rowsOfVerb(verb: Named & { summary: string }): Row[] {
  const optional = Object.entries(verb.options ?? {}).filter(([, { required = false }]) => !required)
  return [
    [usageOf(verb), verb.summary],
    ...optional.map(([name, option]): Row => [`  [${spell(name, option)}]`, option.summary]),
  ]
}

const optionRowsOf = (rows: Options): Row[] =>
  Object.entries(rows).map(([name, option]) => [spell(name, option), option.summary])

/** What is too long for the left column gets a line of its own. */
function formatRow([left, right]: Row, width: number): string {
  const gap = `\n${' '.repeat(width + 4)}`
  const text = right.replaceAll('\n', gap)
  if (text === '') return `  ${left}`
  return fitsColumn(left.length) ? `  ${left.padEnd(width)}  ${text}` : `  ${left}${gap}${text}`
}
