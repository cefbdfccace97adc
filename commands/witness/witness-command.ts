import type { Server } from 'node:http'
import { systemClock } from '../../api/lib/clock'
import { createFileMemory, memoryFolder, openWitnessKey } from '../../api/features/transparency-log/witness-files'
import type { WitnessKey } from '../../api/features/transparency-log/witness-files'
import { closeServer } from '../../api/http/server'
import { formatVerifierKey } from '../../contract/tlog/signed-note'
import { watchParent } from '../serve/watch-parent'
import { harmless } from '../terminal/harmless'
import { help } from './help'
import { UsageError } from '../terminal/parse-arguments'
import { readRequest } from './read-request'
import type { WitnessRequest } from './read-request'
import { createWitnessServer } from './witness-server'

export interface CommandOptions {
  print: (line: string) => void
  /** For errors. */
  complain: (line: string) => void
  /** Where SIGTERM and SIGINT arrive: usually `process`. */
  signals: Pick<NodeJS.Process, 'on'>
  /** Whether npm has started it. */
  env: Readonly<Record<string, string | undefined>>
}

/** How long a request in flight may still take once it is told to end. */
const CLOSE_DEADLINE_MS = 5_000

/**
 * Runs a witness until a signal ends it.
 * @param argv without Node and the script
 * @returns exit code when it does not run: 0 after the help, 1 when it cannot start, 2 when it was asked wrongly
 */
export async function witnessCommand(argv: readonly string[], options: CommandOptions): Promise<number | undefined> {
  const { print, complain } = options
  try {
    const request = readRequest(argv)
    if (request !== 'help') return await run(request, options)
    print(help)
    return 0
  } catch (error) {
    complain(harmless(error instanceof Error ? error.message : String(error)))
    if (error instanceof UsageError) complain('npm run witness -- --help says more.')
    return error instanceof UsageError ? 2 : 1
  }
}

async function run(request: WitnessRequest, options: CommandOptions): Promise<undefined> {
  const { folder, logKeys } = request
  const { print, complain } = options
  const { key, sign } = openKey(request)
  const memory = createFileMemory(memoryFolder(folder), key)
  const origins = [...new Set(logKeys.map(({ name }) => name))]
  // A memory that cannot be believed is found now, not at the first request.
  for (const origin of origins) await memory.read(origin)
  const keysOf = (origin: string) => logKeys.filter(({ name }) => name === origin)
  const server = createWitnessServer({ key, sign, logKeys: keysOf, memory, clock: systemClock, origins, complain })
  const address = await listen(server, request)
  endWhenTold(server, options)
  const vkey = formatVerifierKey(key)
  print(`Witness   ${key.name}`)
  print(`Key       ${vkey}`)
  print(`Address   ${address}`)
  for (const origin of origins) print(`Watches   ${harmless(origin)}`)
  print(`For the API of the log, with the address by which it reaches this witness:`)
  print(`WITNESSES=${vkey}@${address}`)
}

function endWhenTold(server: Server, { signals, env }: CommandOptions): void {
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

/** @returns `http://<host>:<port>` with the port that was really taken */
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
