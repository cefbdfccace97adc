import { parseUrl } from '../../contract/parse-url'
import { parseArguments, UsageError } from '../terminal/parse-arguments'

/** What was typed, checked as far as it can be without the database. */
export type DatabaseRequest =
  | { verb: 'help' }
  | { verb: 'status' }
  | { verb: 'migrate' }
  | { verb: 'backup'; to: string; keep: number | null }
  | { verb: 'verify'; from: string }
  | { verb: 'restore'; from: string; replace: boolean; withWitness: boolean }
  | { verb: 'copy'; to: string }
  | { verb: 'rollback'; to: number; loseData: boolean }

const options = {
  to: { type: 'string' },
  from: { type: 'string' },
  keep: { type: 'string' },
  replace: { type: 'boolean', default: false },
  'with-witness': { type: 'boolean', default: false },
  'lose-data': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

type Option = Exclude<keyof typeof options, 'help'>

/** The options of every verb. */
const verbs = {
  status: [],
  backup: ['to', 'keep'],
  verify: ['from'],
  restore: ['from', 'replace', 'with-witness'],
  copy: ['to'],
  migrate: [],
  rollback: ['to', 'lose-data'],
} as const satisfies Record<string, readonly Option[]>

/** @param argv without Node and the script. @throws UsageError */
export function readRequest(argv: readonly string[]): DatabaseRequest {
  const { values, positionals } = parseArguments(argv, options)
  if (values.help) return { verb: 'help' }
  const [verb = '', ...rest] = positionals
  if (!isVerb(verb) || rest.length > 0)
    throw new UsageError(verb === '' ? 'Say what to do.' : `There is no verb ${JSON.stringify(positionals.join(' '))}.`)
  const own: readonly Option[] = verbs[verb]
  for (const option of optionsIn(values))
    if (!own.includes(option)) throw new UsageError(`--${option} is nothing to ${verb}.`)
  const text = (option: 'to' | 'from', what: string): string => {
    const value = values[option]
    if (value) return value
    throw new UsageError(`Write it like this: npm run database -- ${verb} --${option} ${what}`)
  }
  if (verb === 'backup')
    return { verb, to: text('to', '<folder>'), keep: values.keep === undefined ? null : number('keep', values.keep, 1) }
  if (verb === 'verify') return { verb, from: text('from', '<backup>') }
  if (verb === 'restore')
    return {
      verb,
      from: text('from', '<backup>'),
      replace: values.replace,
      withWitness: values['with-witness'],
    }
  if (verb === 'copy') return { verb, to: postgres(text('to', 'postgres://user:password@host:5432/database')) }
  if (verb === 'rollback') return { verb, to: number('to', text('to', '<number>'), 0), loseData: values['lose-data'] }
  return { verb }
}

const isVerb = (verb: string): verb is keyof typeof verbs => Object.hasOwn(verbs, verb)

/** Those that were typed. */
const optionsIn = (values: Readonly<Partial<Record<Option, string | boolean>>>): Option[] =>
  (['to', 'from', 'keep', 'replace', 'with-witness', 'lose-data'] as const).filter(
    (option) => values[option] !== undefined && values[option] !== false,
  )

function number(option: string, value: string, min: number): number {
  const read = /^\d{1,6}$/u.test(value) ? Number(value) : Number.NaN
  if (read >= min) return read
  throw new UsageError(`--${option} must be a whole number from ${min} on.`)
}

/** Never repeated in an error: it holds a password. */
function postgres(value: string): string {
  const url = parseUrl(value)
  if (url !== null && /^postgres(?:ql)?:$/u.test(url.protocol) && url.pathname.length > 1) return value
  throw new UsageError('--to must look like postgres://user:password@host:5432/database.')
}
