import type { Mode } from '../../api/lib/ids'
import { parseArguments, UsageError } from '../terminal/parse-arguments'
import { groups } from './groups'
import type { AnyVerb, Typed, Verbs } from './verb'

export interface AdminRequest {
  verb: AnyVerb
  typed: Pick<Typed, 'words' | 'options'>
  /** Null: the one that the verb names, else app_demo, else the only one. */
  appId: string | null
  /** Null: Test Mode on a development machine, else live. */
  mode: Mode | null
  json: boolean
}

const commonOptions = {
  app: { type: 'string' },
  mode: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** @param argv without Node and the script. @throws UsageError */
export function readAdminRequest(argv: readonly string[]): AdminRequest | 'help' {
  const table: Readonly<Record<string, Verbs>> = groups
  const own = [...new Set(Object.values(table).flatMap((verbs) => Object.values(verbs).flatMap(optionsOf)))]
  const ownOptions = Object.fromEntries(own.map((name) => [name, { type: 'string' } as const]))
  const { values, positionals } = parseArguments(argv, { ...ownOptions, ...commonOptions })
  if (values.help) return 'help'
  const [group = '', name = '', ...words] = positionals
  const verb =
    Object.hasOwn(table, group) && table[group] && Object.hasOwn(table[group], name) ? table[group][name] : undefined
  if (!verb)
    throw new UsageError(
      group === '' ? 'Say what to do.' : `There is no verb ${JSON.stringify(`${group} ${name}`.trim())}.`,
    )
  const given = new Map<string, unknown>(Object.entries(values))
  const options: Record<string, string> = {}
  for (const option of own) {
    const value = given.get(option)
    if (typeof value !== 'string') continue
    if (!optionsOf(verb).includes(option)) throw new UsageError(`--${option} is nothing to ${group} ${name}.`)
    options[option] = value
  }
  return { verb, typed: { words, options }, appId: values.app ?? null, mode: readMode(values.mode), json: values.json }
}

const optionsOf = ({ options = [] }: AnyVerb): readonly string[] => options

function readMode(mode: string | undefined): Mode | null {
  if (mode === undefined || mode === 'test' || mode === 'live') return mode ?? null
  throw new UsageError('--mode must be test or live.')
}
