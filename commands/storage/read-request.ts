import { parseArguments, UsageError } from '../terminal/parse-arguments'

export interface CopyRequest {
  verb: 'copy'
  /** A folder, or `bucket`; undefined: DATA_DIR. */
  from: string | undefined
  /** The same; undefined: the place that the settings name. */
  to: string | undefined
  quick: boolean
}

export type StorageRequest = { verb: 'help' | 'check' | 'usage' } | CopyRequest

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  quick: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** @param argv without Node and the script. @throws UsageError */
export function readRequest(argv: readonly string[]): StorageRequest {
  const { values, positionals } = parseArguments(argv, options)
  if (values.help) return { verb: 'help' }
  const [verb = '', ...rest] = positionals
  const { from, to, quick } = values
  if (rest.length === 0 && verb === 'copy') return { verb, from, to, quick }
  if (rest.length === 0 && (verb === 'check' || verb === 'usage')) {
    if (from === undefined && to === undefined && !quick) return { verb }
    throw new UsageError('--from, --to and --quick are for copy.')
  }
  throw new UsageError(verb === '' ? 'Say what to do.' : `There is no verb ${JSON.stringify(positionals.join(' '))}.`)
}
