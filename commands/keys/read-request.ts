import type { ProofMode } from '../../contract/proof-paths'
import { parseArguments, UsageError } from '../terminal/parse-arguments'

export type KeysRequest =
  | { verb: 'help' | 'list' | 'make' | 'new' }
  | { verb: 'rotate'; what: 'issuer' | 'log'; mode: ProofMode }
  | { verb: 'distrust'; key: string }

const options = {
  test: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** @param argv without Node and the script. @throws UsageError */
export function readRequest(argv: readonly string[]): KeysRequest {
  const { values, positionals } = parseArguments(argv, options)
  if (values.help) return { verb: 'help' }
  const [verb = '', ...rest] = positionals
  const [first = ''] = rest
  if ((verb === 'list' || verb === 'make' || verb === 'new') && rest.length === 0) return { verb }
  if (verb === 'rotate') {
    if (rest.length === 1 && (first === 'issuer' || first === 'log'))
      return { verb, what: first, mode: values.test ? 'test' : 'live' }
    throw new UsageError('Write it like this: npm run keys -- rotate issuer|log [--test]')
  }
  if (verb === 'distrust') {
    if (rest.length === 1) return { verb, key: first }
    throw new UsageError('Write it like this: npm run keys -- distrust <key>')
  }
  throw new UsageError(verb === '' ? 'Say what to do.' : `There is no verb ${JSON.stringify(positionals.join(' '))}.`)
}
