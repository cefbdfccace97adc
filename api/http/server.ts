import { getRequestListener } from '@hono/node-server'
import { createServer, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { ConfigError } from '../lib/settings'
import { PORTS } from '../config'
import { addressBehind } from './request'
import { createFairQueue } from './fair-queue'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setImmediate as yieldToEventLoop, setTimeout as pause } from 'node:timers/promises'
import type { Duplex } from 'node:stream'
import { errors } from '../../contract/errors'
import type { ErrorBody, ErrorCode } from '../../contract/errors'
import { defaultHeaders } from './responses'

type Fetch = Parameters<typeof getRequestListener>[0]

/**
 * Longer than proxies keep a connection that nobody uses (nginx 60 s, Caddy 120 s): they are to end it, and not we while a
 * request is on its way.
 */
const KEEP_ALIVE_MS = 125_000

/** Requests that one connection sends without waiting for answers are read in one go. */
const REQUESTS_PER_CONNECTION = 500

interface Address {
  host: string
  port: number
  part?: keyof typeof PORTS
  /** Whether the public address is https: then browsers are told to stay there. */
  https?: boolean
  /** TRUST_PROXY; 0 by default. */
  trustProxyHops?: number
}

export interface ListeningServer {
  /** `http://<host>:<port>` with the port that was really taken. */
  url: string
  /** From the next request on another handler answers. */
  replaceHandler(fetch: Fetch): void
  /** Goes on serving, and tells everybody who asks to connect anew for the next request. */
  drain(): Promise<void>
  /** Stops accepting and resolves when every request in flight is answered, or when the deadline cut the rest. */
  close(deadlineMs: number): Promise<void>
}

/**
 * Serves a fetch handler over HTTP.
 * @param at `part` says whose port variable the sentence names when the port cannot be used
 * @throws {ConfigError} naming that variable or HOST
 */
export function listen(fetch: Fetch, at: Address): Promise<ListeningServer> {
  const { host, port, https = false, trustProxyHops = 0 } = at
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS })
  const received = new WeakMap<Socket, number>()
  const unreadable = answerUnreadable(server, https)
  const listenerOf = (handler: Fetch) => getRequestListener(handler, { errorHandler: () => unreadable.malformed() })
  let answer = listenerOf(fetch)
  const queue = createFairQueue()
  server.on('request', (incoming, outgoing) => {
    const count = (received.get(incoming.socket) ?? 0) + 1
    received.set(incoming.socket, count)
    if (count > REQUESTS_PER_CONNECTION) return
    // Node's own limit announces the end and leaves the connection open, with 503 for all that follows.
    if (count === REQUESTS_PER_CONNECTION) outgoing.shouldKeepAlive = false
    if (unreadable.refusesHost(incoming, outgoing)) return
    queue.run(addressBehind(trustProxyHops, incoming.headers, incoming.socket), incoming, outgoing, () => {
      unreadable.noteAnswer(incoming, outgoing)
      void answer(incoming, outgoing)
    })
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, at)))
    server.listen(port, host, () => {
      const name = host.includes(':') ? `[${host}]` : host
      resolve({
        url: `http://${name}:${portOf(server.address(), port)}`,
        replaceHandler: (other) => {
          answer = listenerOf(other)
        },
        drain: async () => endConnections(server),
        close: (ms) => closeServer(server, ms),
      })
    })
  })
}

function explain(error: NodeJS.ErrnoException, { host, port, part = 'api' }: Address): Error {
  const { variable } = PORTS[part]
  if (error.code === 'EADDRINUSE')
    return new ConfigError(
      `Port ${port} is already in use. Stop what uses it, or choose another port with ${variable}.`,
    )
  if (error.code === 'EACCES')
    return new ConfigError(`Port ${port} may not be opened by this user. Choose another with ${variable}.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new ConfigError(`This machine has no address ${host}. Check HOST.`)
  return error
}

function portOf(address: AddressInfo | string | null, fallback: number): number {
  return typeof address === 'object' && address !== null ? address.port : fallback
}

const IDLE_CHECK_MS = 50
/** Connections that the kernel had already accepted come in a burst; after such a silence there are none left. */
const SILENCE_MS = 100
const LAST_ARRIVALS_MAX_MS = 1_000

/**
 * Lets in who has already connected, then stops accepting, and resolves when every request is answered.
 * @param deadlineMs after this time, counted from the call, what is still open is cut
 */
export async function closeServer(server: Server, deadlineMs: number): Promise<void> {
  const startedAt = Date.now()
  await serveLastArrivals(server, Math.min(LAST_ARRIVALS_MAX_MS, deadlineMs))
  await closeConnections(server, Math.max(0, deadlineMs - (Date.now() - startedAt)))
}

/** Whoever asks from now on is answered, and told to connect anew for the next request: that may reach another process. */
export function endConnections(server: Server): void {
  server.prependListener('request', (_, outgoing) => {
    outgoing.shouldKeepAlive = false
  })
}

/**
 * `close` would reset connections that wait in the kernel's queue, with complete requests in them. Who asks now is told
 * to connect anew for the next request.
 */
async function serveLastArrivals(server: Server, maxMs: number): Promise<void> {
  const end = Date.now() + maxMs
  let lastArrival = Date.now()
  server.on('connection', () => (lastArrival = Date.now()))
  endConnections(server)
  for (let wait = maxMs; wait > 0; wait = Math.min(lastArrival + SILENCE_MS, end) - Date.now()) {
    await pause(Math.min(wait, SILENCE_MS))
    // A process that was held up hears its timer first: what came in meanwhile must be heard before silence is.
    await yieldToEventLoop()
    await yieldToEventLoop()
  }
}

/**
 * `close` alone waits for kept-alive connections that will never ask again, and after an early 413 it may never
 * return: so idle connections are closed as they become idle, and all of them at the deadline.
 */
function closeConnections(server: Server, deadlineMs: number): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
    const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(deadline)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/** Node's parser codes that are not simply a broken request. */
const special: Readonly<Record<string, readonly [status: number, code: ErrorCode]>> = {
  HPE_HEADER_OVERFLOW: [431, 'field-limit-exceeded'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'request-too-large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'invalid-field-value'],
}

/** Answers of the server itself, for requests that reach no route. They have the security headers of every other answer. */
export interface UnreadableAnswers {
  /** Answers 400 unless the request names exactly one host. @returns whether it did */
  refusesHost(incoming: IncomingMessage, outgoing: ServerResponse): boolean
  /** The answer to a request that is HTTP for Node, but not for the fetch standard. */
  malformed(): Response
  /** Must be called for every answer that is not written in one piece: nothing is put into the middle of one. */
  noteAnswer(incoming: IncomingMessage, outgoing: ServerResponse): void
}

/**
 * Gives requests that Node refuses before any handler sees them the same JSON errors and headers as all others, and closes
 * their connection.
 * @param server made with `requireHostHeader: false`: Node's own answer to a missing Host has no headers
 * @param https whether the public address is https
 */
export function answerUnreadable(server: Server, https: boolean): UnreadableAnswers {
  const latest = new WeakMap<Duplex, ServerResponse>()
  const headers = { 'Content-Type': 'application/json', ...defaultHeaders(https), Connection: 'close' }
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const open = latest.get(socket)
    const isHalfSent = open !== undefined && open.headersSent && !open.writableFinished
    const [status, code] = special[error.code ?? ''] ?? [400, 'invalid-field-value' as const]
    if (!socket.writable || isHalfSent || error.code === 'ECONNRESET') socket.destroy()
    else socket.end(rawAnswer(status, code, headers), () => socket.destroy())
  })
  server.on('checkExpectation', (_, outgoing) => {
    outgoing.writeHead(417, headers).end(bodyOf('invalid-field-value'))
  })
  return {
    refusesHost(incoming, outgoing) {
      if (countHosts(incoming.rawHeaders) === 1) return false
      outgoing.writeHead(400, headers).end(bodyOf('invalid-field-value'))
      return true
    },
    malformed: () =>
      new Response(bodyOf('invalid-field-value'), { status: errors['invalid-field-value'].status, headers }),
    noteAnswer: ({ socket }, outgoing) => void latest.set(socket, outgoing),
  }
}

/** Node keeps the first of several and drops the others; a proxy may have believed another one. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}

function rawAnswer(status: number, code: ErrorCode, headers: Readonly<Record<string, string>>): string {
  const body = bodyOf(code)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

const bodyOf = (code: ErrorCode): string => JSON.stringify({ code, message: errors[code].message } satisfies ErrorBody)
