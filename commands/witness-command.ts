import type { Server } from 'node:http'
import { systemClock } from '../api/lib/clock'
import { createFileMemory, memoryFolder, openWitnessKey, WITNESS_NAME } from '../api/features/transparency-log/witness'
import type { WitnessKey } from '../api/features/transparency-log/witness'
import { closeServer } from '../api/http/server'
import { formatVerifierKey, parseVerifierKey } from '../contract/tlog/signed-note'
import type { VerifierKey } from '../contract/tlog/signed-note'
import { runCommand, UsageError, verbOf } from './command'
import type { CommandOptions, Values } from './command'
import { escapeControlChars } from './terminal'
import { watchParent } from './serve/watch-parent'
import { createWitnessServer } from './witness-server'

interface WitnessCommandOptions extends CommandOptions {
  /** Receives SIGTERM and SIGINT: usually `process`. */
  signals: Pick<NodeJS.Process, 'on'>
}

/** For requests in flight after a signal. */
const CLOSE_DEADLINE_MS = 5_000

/**
 * Starts a witness that runs until a signal.
 * @param argv without Node and the script
 * @returns exit code: 0 started, 1 it cannot start, 2 invalid usage
 */
export const witnessCommand = (argv: readonly string[], options: WitnessCommandOptions): Promise<number> =>
  runCommand(command, argv, options, ({ verb, input }) => verb.run(input, options))

const optionRows = {
  data: {
    type: 'string',
    value: '<folder>',
    summary:
      'folder of its key and memory, created at the first start. Keep it: a witness without memory proves nothing',
  },
  name: {
    type: 'string',
    value: '<name>',
    summary: 'its name in signatures, such as example.org/witness; needed only at the first start',
  },
  log: {
    type: 'string',
    value: '<key>',
    multiple: true,
    summary: `a log to watch: a line of <API URL>/trusttag/log/vkeys that starts with the log's name; repeatable.
Give every key of every log, including Test Mode and keys after a rotation`,
  },
  host: {
    type: 'string',
    value: '<address>',
    default: '127.0.0.1',
    summary: 'default: 127.0.0.1, for use behind an HTTPS proxy',
  },
  port: { type: 'string', value: '<number>', default: '4010', summary: 'default: 4010' },
} as const

const command = {
  name: 'witness',
  usage: ['-- --data <folder> --name <name> --log <key> [--log <key> ...]'],
  about: `Runs a witness for public logs of TrustTags. It signs each new state of a log with the time, but only if no entry was changed
or removed. Run it on another machine than the log, operated by someone other than the log's owner.`,
  verbs: [
    verbOf<[options: WitnessCommandOptions], void>()({
      name: '',
      summary: '',
      options: optionRows,
      run: ({ values }, options) => watch(readRequest(values), options),
    }),
  ],
  options: {},
  notes: `Prints its key and the value for the setting WITNESSES of the log's API. SIGTERM stops it. See docs/witness.md.`,
  exitCodes: ['ended', 'cannot start', 'invalid usage'],
  refusals: [Error],
} as const

interface WitnessRequest {
  folder: string
  /** Null keeps the stored name. */
  name: string | null
  logKeys: readonly VerifierKey[]
  host: string
  port: number
}

/** @throws {UsageError} */
function readRequest({ data = '', name, log, host, port }: Values<typeof optionRows>): WitnessRequest {
  if (data === '') throw new UsageError('Name the folder for its key and memory: --data <folder>.')
  if (name !== undefined && !WITNESS_NAME.test(name))
    throw new UsageError('--name must not contain spaces, commas, + or @. Use a name such as example.org/witness.')
  if (log.length === 0) throw new UsageError('Name a log to watch: --log <key>.')
  if (host === '') throw new UsageError('--host must not be empty.')
  if (!/^\d{1,5}$/u.test(port) || Number(port) > 65_535)
    throw new UsageError('--port must be a number from 0 to 65535.')
  return { folder: data, name: name ?? null, logKeys: log.map(readLogKey), host, port: Number(port) }
}

function readLogKey(text: string): VerifierKey {
  const key = parseVerifierKey(text)
  if (!key) throw new UsageError(`--log ${JSON.stringify(text)} is not a complete key.`)
  if (key.type !== 'ed25519') throw new UsageError(`--log ${JSON.stringify(text)} is a witness key, not a log key.`)
  return key
}

async function watch(request: WitnessRequest, options: WitnessCommandOptions): Promise<void> {
  const { folder, logKeys } = request
  const { print, complain } = options
  const { key, sign } = openKey(request)
  const memory = createFileMemory(memoryFolder(folder), key)
  const origins = [...new Set(logKeys.map(({ name }) => name))]
  // Detect a damaged memory now, not at the first request.
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
  print(`Setting for the log's API (replace the URL with one that the API can reach):`)
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
    if (name === null) throw new UsageError('Name the witness: --name <name>, such as example.org/witness.')
    return name
  })
  if (name !== null && opened.key.name !== name)
    throw new UsageError(`The witness in ${folder} is named ${opened.key.name}. Use another folder for a new witness.`)
  return opened
}

/** @returns `http://<host>:<port>` with the assigned port */
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
