import { parseArguments, UsageError } from '../terminal/parse-arguments'

export interface InspectRequest {
  /** Files, folders and addresses, as they were typed. */
  named: readonly string[]
  /** File of an app definition; undefined: the demo app's. */
  app: string | undefined
  json: boolean
  strict: boolean
  quiet: boolean
}

const options = {
  app: { type: 'string' },
  json: { type: 'boolean', default: false },
  strict: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** @param argv without Node and the script. @throws UsageError */
export function readRequest(argv: readonly string[]): InspectRequest | 'help' {
  const { values, positionals } = parseArguments(argv, options)
  const { app, json, strict, quiet } = values
  if (values.help) return 'help'
  if (positionals.length === 0) throw new UsageError('Name a file, a folder or an address to inspect.')
  if (positionals.includes('')) throw new UsageError('A name is empty.')
  if (app === '') throw new UsageError('--app needs the name of a file.')
  return { named: positionals, app, json, strict, quiet }
}
