import type { Server } from 'node:http'
import { systemClock } from '../api/lib/clock'
import {
  createFileMemory,
  memoryFolder,
  openWitnessKey,
  WITNESS_NAME,
} from '../api/features/transparency-log/witness-files'
import type { WitnessKey } from '../api/features/transparency-log/witness-files'
import { closeServer } from '../api/http/server'
import { formatVerifierKey, parseVerifierKey } from '../contract/tlog/signed-note'
import type { VerifierKey } from '../contract/tlog/signed-note'
import { runCommand, UsageError, verbOf } from './command'
import type { CommandOptions, Values } from './command'
import { escapeControlChars } from './escape'
import { watchParent } from './serve/watch-parent'
import { createWitnessServer } from './witness-server'

interface WitnessCommandOptions extends CommandOptions {
  /** Where SIGTERM and SIGINT arrive: usually `process`. */
  signals: Pick<NodeJS.Process, 'on'>
}

/** How long a request in flight may still take after the signal. */
const CLOSE_DEADLINE_MS = 5_000

/**
 * Starts a witness, which then runs until a signal ends it.
 * @param argv without Node and the script
 * @returns exit code: 0 started, 1 it cannot start, 2 invalid usage
 */
export const witnessCommand = (argv: readonly string[], options: WitnessCommandOptions): Promise<number> =>
  runCommand(command, argv, options, ({ verb, input }) => verb.run(input, options))

const optionRows = {
  data: {
    type: 'string',
    value: '<folder>',
    summary: 'its key and its memory; made at the first start. Keep it: a witness that forgets proves nothing',
  },
  name: {
    type: 'string',
    value: '<name>',
    summary: 'its name in its signatures, such as example.org/witness; needed at the first start only',
  },
  log: {
    type: 'string',
    value: '<key>',
    multiple: true,
    summary: `a log to watch: a line of <address of the API>/trusttag/log/vkeys that begins with the log's name.
Give every key of every log, those of Test Mode and those that came with a new key of a log too`,
  },
  host: {
    type: 'string',
    value: '<address>',
    default: '127.0.0.1',
    summary: '127.0.0.1 by default: behind a proxy that speaks https',
  },
  port: { type: 'string', value: '<number>', default: '4010', summary: '4010 by default' },
} as const

const command = {
  name: 'witness',
  usage: ['-- --data <folder> --name <name> --log <key> [--log <key> ...]'],
  about: `Watches public logs of TrustTags: signs what a log shows with the time, and only if nothing was taken back. Run it on a machine
that is not the log's, by somebody who is not the log's owner.`,
  verbs: [
    verbOf<[options: WitnessCommandOptions], void>()({
      name: '',
      summary: '',
      options: optionRows,
      run: ({ values }, options) => watch(readRequest(values), options),
    }),
  ],
  options: {},
  notes: `It prints its key and the entry for the setting WITNESSES of the log's API. SIGTERM ends it. docs/witness.md says more.`,
  exitCodes: ['ended', 'cannot start', 'invalid usage'],
  refusals: [Error],
} as const

interface WitnessRequest {
  folder: string
  /** Null: the one it has. */
  name: string | null
  logKeys: readonly VerifierKey[]
  host: string
  port: number
}

/** @throws {UsageError} */
function readRequest({ data = '', name, log, host, port }: Values<typeof optionRows>): WitnessRequest {
  if (data === '') throw new UsageError('Say where its key and its memory are kept: --data <folder>.')
  if (name !== undefined && !WITNESS_NAME.test(name))
    throw new UsageError('--name must be a name without spaces, commas, + and @, such as example.org/witness.')
  if (log.length === 0) throw new UsageError('Say which log to watch: --log <key>.')
  if (host === '') throw new UsageError('--host must be an address.')
  if (!/^\d{1,5}$/u.test(port) || Number(port) > 65_535)
    throw new UsageError('--port must be a number from 0 to 65535.')
  return { folder: data, name: name ?? null, logKeys: log.map(readLogKey), host, port: Number(port) }
}

function readLogKey(text: string): VerifierKey {
  const key = parseVerifierKey(text)
  if (!key) throw new UsageError(`--log ${JSON.stringify(text)} is no key, or was not copied whole.`)
  if (key.type !== 'ed25519')
    throw new UsageError(`--log ${JSON.stringify(text)} is the key of a witness, not of a log.`)
  return key
}

async function watch(request: WitnessRequest, options: WitnessCommandOptions): Promise<void> {
  const { folder, logKeys } = request
  const { print, complain } = options
  const { key, sign } = openKey(request)
  const memory = createFileMemory(memoryFolder(folder), key)
  const origins = [...new Set(logKeys.map(({ name }) => name))]
  // A damaged memory is found now, not at the first request.
  for (const origin of origins) await memory.read(origin)
  const keysOf = (origin: string) => logKeys.filter(({ name }) => name === origin)
  const server = createWitnessServer({ key, sign, logKeys: keysOf, memory, clock: systemClock, origins, complain })
  const address = await listen(server, request)
  closeOnSignal(server, options)
  const vkey = formatVerifierKey(key)
  print(`Witness   ${key.name}`)
  print(`Key       ${vkey}`)
  print(`Address   ${address}`)
  for (const origin of origins) print(`Watches   ${escapeControlChars(origin)}`)
  print(`For the API of the log, with the address by which it reaches this witness:`)
  print(`WITNESSES=${vkey}@${address}`)
}

function closeOnSignal(server: Server, { signals, env }: WitnessCommandOptions): void {
  let isEnding = false
  const end = (): void => {
    if (!isEnding) void closeServer(server, CLOSE_DEADLINE_MS)
    isEnding = true
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) signals.on(signal, end)
  watchParent(env, end)
}

function openKey({ folder, name }: WitnessRequest): WitnessKey {
  const opened = openWitnessKey(folder, () => {
    if (name === null)
      throw new UsageError('Say what the witness is called: --name <name>, such as example.org/witness.')
    return name
  })
  if (name !== null && opened.key.name !== name)
    throw new UsageError(
      `The witness in ${folder} is called ${opened.key.name}. Another one needs a folder of its own.`,
    )
  return opened
}

/** @returns `http://<host>:<port>` with the port that the system gave */
function listen(server: Server, { host, port }: WitnessRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === 'EADDRINUSE'
      reject(isTaken ? new Error(`Port ${port} is already in use. Choose another with --port.`) : error)
    })
    server.listen(port, host, () => {
      const address = server.address()
      const taken = typeof address === 'object' && address ? address.port : port
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${taken}`)
    })
  })
}
