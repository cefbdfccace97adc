import { getRequestListener } from '@hono/node-server'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as yieldToEventLoop, setTimeout as pause } from 'node:timers/promises'
import { type ErrorBody, type ErrorCode, errors } from '../../contract/errors'
import { ConfigError } from '../lib/settings'
import { createFairQueue } from './fair-queue'
import { ipAddressBehind } from './request'
import { defaultHeaders } from './responses'

type Fetch = Parameters<typeof getRequestListener>[0]

/** Longer than the idle timeouts of proxies (nginx 60 s, Caddy 120 s): closing first would lose a request on its way. */
const KEEP_ALIVE_MS = 125_000

/** Pipelined requests are read at once. */
const REQUESTS_PER_CONNECTION = 500

interface ListenAt {
  host: string
  port: number
  /** For error messages; API_PORT by default. */
  portSetting?: string
  /** Whether the public URL is https: adds HSTS. */
  https?: boolean
  trustProxyHops?: number
}

export interface ListeningServer {
  /** `http://<host>:<port>` with the actual port. */
  url: string
  replaceHandler(fetch: Fetch): void
  /** Keeps serving; closes each connection after its next response. */
  drain(): Promise<void>
  /** Stops accepting; resolves when open requests are done, or cuts them at the deadline. */
  close(deadlineMs: number): Promise<void>
}

/** @throws {ConfigError} naming HOST or the setting of the port */
export function listen(fetch: Fetch, at: ListenAt): Promise<ListeningServer> {
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
    // Node's own limit announces the end but keeps the connection open, with 503 for everything after it.
    if (count === REQUESTS_PER_CONNECTION) outgoing.shouldKeepAlive = false
    if (unreadable.refusesHost(incoming, outgoing)) return
    queue.run(ipAddressBehind(trustProxyHops, incoming.headers, incoming.socket), incoming, outgoing, () => {
      unreadable.recordResponse(incoming, outgoing)
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

function explain(error: NodeJS.ErrnoException, { host, port, portSetting = 'API_PORT' }: ListenAt): Error {
  if (error.code === 'EADDRINUSE')
    return new ConfigError(
      `Port ${port} is already in use. Stop the program that uses it, or set ${portSetting} to another port.`,
    )
  if (error.code === 'EACCES')
    return new ConfigError(`This user has no permission to open port ${port}. Set ${portSetting} to another port.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new ConfigError(`This machine does not have the IP address ${host}. Check HOST.`)
  return error
}

function portOf(bound: AddressInfo | string | null, fallback: number): number {
  return typeof bound === 'object' && bound !== null ? bound.port : fallback
}

const IDLE_CHECK_MS = 50
/** Connections that the kernel already accepted arrive in a burst; a pause of this length ends it. */
const QUIET_MS = 100
const LAST_ARRIVALS_MAX_MS = 1_000

/** Serves clients that have already connected, then stops accepting. @param deadlineMs from the call; then open requests are cut */
export async function closeServer(server: Server, deadlineMs: number): Promise<void> {
  const startedAt = Date.now()
  await serveLastArrivals(server, Math.min(LAST_ARRIVALS_MAX_MS, deadlineMs))
  await closeConnections(server, Math.max(0, deadlineMs - (Date.now() - startedAt)))
}

/** The next request may then reach another process. */
function endConnections(server: Server): void {
  server.prependListener('request', (_, outgoing) => {
    outgoing.shouldKeepAlive = false
  })
}

/** `close` would reset connections in the kernel's queue that have complete requests. */
async function serveLastArrivals(server: Server, maxMs: number): Promise<void> {
  const end = Date.now() + maxMs
  let lastArrival = Date.now()
  server.on('connection', () => (lastArrival = Date.now()))
  endConnections(server)
  for (let wait = maxMs; wait > 0; wait = Math.min(lastArrival + QUIET_MS, end) - Date.now()) {
    await pause(Math.min(wait, QUIET_MS))
    // Timers run first after a long task: accept pending connections before measuring the pause.
    await yieldToEventLoop()
    await yieldToEventLoop()
  }
}

/** `close` alone waits for idle keep-alive connections, and may never return after an early 413. */
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

/** Node's parser codes with a status of their own. */
const special: Readonly<Record<string, readonly [status: number, code: ErrorCode]>> = {
  HPE_HEADER_OVERFLOW: [431, 'field-limit-exceeded'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'request-too-large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'invalid-field-value'],
}

/** Responses to requests that reach no route. */
interface UnreadableAnswers {
  /** 400 unless the request names exactly one host. @returns whether it refused */
  refusesHost(incoming: IncomingMessage, outgoing: ServerResponse): boolean
  /** For a request that Node accepts but the fetch standard does not. */
  malformed(): Response
  /** Call it for every response: an error must not be written into the middle of one. */
  recordResponse(incoming: IncomingMessage, outgoing: ServerResponse): void
}

/**
 * Node refuses some requests before any handler; they get the usual JSON errors and headers, and the connection closes.
 * @param server with `requireHostHeader: false`: Node's own response to a missing Host has no headers
 * @param https whether the public URL is https
 */
function answerUnreadable(server: Server, https: boolean): UnreadableAnswers {
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
    recordResponse: ({ socket }, outgoing) => void latest.set(socket, outgoing),
  }
}

/** Node keeps the first Host header; a proxy may have used another. */
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
