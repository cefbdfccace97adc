import { parseArgs } from 'node:util'
import { WITNESS_NAME } from '../../api/features/transparency-log/witness-files'
import { parseVerifierKey } from '../../contract/tlog/signed-note'
import type { VerifierKey } from '../../contract/tlog/signed-note'
import { UsageError } from '../terminal/parse-arguments'

export interface WitnessRequest {
  folder: string
  /** Null: the one it has. */
  name: string | null
  logKeys: readonly VerifierKey[]
  host: string
  port: number
}

const options = {
  data: { type: 'string' },
  name: { type: 'string' },
  log: { type: 'string', multiple: true },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '4010' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** @param argv without Node and the script. @throws UsageError */
export function readRequest(argv: readonly string[]): WitnessRequest | 'help' {
  const { data = '', name = null, log = [], host, port, help } = parse(argv)
  if (help) return 'help'
  if (data === '') throw new UsageError('Say where its key and its memory are kept: --data <folder>.')
  if (name !== null && !WITNESS_NAME.test(name))
    throw new UsageError('--name must be a name without spaces, commas, + and @, such as example.org/witness.')
  if (log.length === 0) throw new UsageError('Say which log to watch: --log <key>.')
  if (host === '') throw new UsageError('--host must be an address.')
  if (!/^\d{1,5}$/u.test(port) || Number(port) > 65_535)
    throw new UsageError('--port must be a number from 0 to 65535.')
  return { folder: data, name, logKeys: log.map(readLogKey), host, port: Number(port) }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function readLogKey(text: string): VerifierKey {
  const key = parseVerifierKey(text)
  if (!key) throw new UsageError(`--log ${JSON.stringify(text)} is no key, or was not copied whole.`)
  if (key.type !== 'ed25519')
    throw new UsageError(`--log ${JSON.stringify(text)} is the key of a witness, not of a log.`)
  return key
}
