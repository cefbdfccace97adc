import { isMoment } from '../../contract/credential/check-proof'
import { parseArguments, UsageError } from '../terminal/parse-arguments'

export interface VerifyRequest {
  /** As it was typed. */
  file: string
  /** Files that take the place of what would be looked for; null: look. */
  proof: string | null
  trust: string | null
  status: string | null
  /** Host that alone is believed; null for that of whoever is named. */
  issuer: string | null
  offline: boolean
  /** Epoch milliseconds; null for the clock's. */
  now: number | null
  acceptTest: boolean
  json: boolean
}

const options = {
  proof: { type: 'string' },
  trust: { type: 'string' },
  status: { type: 'string' },
  issuer: { type: 'string' },
  now: { type: 'string' },
  offline: { type: 'boolean', default: false },
  'accept-test': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** @param argv without Node and the script. @throws UsageError */
export function readRequest(argv: readonly string[]): VerifyRequest | 'help' {
  const { values, positionals } = parseArguments(argv, options)
  if (values.help) return 'help'
  const [file = '', ...more] = positionals
  if (file === '' || more.length > 0) throw new UsageError('Name one file to check.')
  for (const [name, value] of Object.entries(values)) if (value === '') throw new UsageError(`--${name} needs a value.`)
  if (values.offline && values.trust === undefined)
    throw new UsageError('--offline needs --trust: without it, nobody is known whom to believe.')
  return {
    file,
    proof: values.proof ?? null,
    trust: values.trust ?? null,
    status: values.status ?? null,
    issuer: values.issuer?.toLowerCase() ?? null,
    offline: values.offline,
    now: readTime(values.now),
    acceptTest: values['accept-test'],
    json: values.json,
  }
}

function readTime(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!isMoment(text)) throw new UsageError('--now needs a time with its zone, such as 2026-11-21T09:00:00Z.')
  return Date.parse(text)
}
