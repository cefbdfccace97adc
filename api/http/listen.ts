import { getRequestListener } from '@hono/node-server'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ConfigError, PORTS } from '../config'
import { closeServer, endConnections } from './close-server'
import { answerUnreadable } from './answer-unreadable'
import { addressBehind } from './caller-address'
import type { DirectAnswers } from './direct-answers'
import { createFairQueue } from './fair-queue'

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
  replaceHandler(fetch: Fetch, direct?: DirectAnswers): void
  /** Goes on serving, and tells everybody who asks to connect anew for the next request. */
  drain(): Promise<void>
  /** Stops accepting and resolves when every request in flight is answered, or when the deadline cut the rest. */
  close(deadlineMs: number): Promise<void>
}

/**
 * Serves a fetch handler over HTTP.
 * @param direct asked first
 * @param at `part` says whose port variable the sentence names when the port cannot be used
 * @throws {ConfigError} naming that variable or HOST
 */
export function listen(fetch: Fetch, at: Address, direct?: DirectAnswers): Promise<ListeningServer> {
  const { host, port, https = false, trustProxyHops = 0 } = at
  const server = createServer({ requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS })
  server.maxRequestsPerSocket = REQUESTS_PER_CONNECTION
  const unreadable = answerUnreadable(server, https)
  const listenerOf = (handler: Fetch) => getRequestListener(handler, { errorHandler: () => unreadable.malformed() })
  let answering = { answer: listenerOf(fetch), direct }
  const queue = createFairQueue()
  server.on('request', (incoming, outgoing) => {
    if (unreadable.refusesHost(incoming, outgoing)) return
    queue.run(addressBehind(trustProxyHops, incoming.headers, incoming.socket), incoming, outgoing, () => {
      if (answering.direct?.(incoming, outgoing)) return
      unreadable.noteAnswer(incoming, outgoing)
      void answering.answer(incoming, outgoing)
    })
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explain(error, at)))
    server.listen(port, host, () => {
      const name = host.includes(':') ? `[${host}]` : host
      resolve({
        url: `http://${name}:${portOf(server.address(), port)}`,
        replaceHandler: (other, otherDirect) => {
          answering = { answer: listenerOf(other), direct: otherDirect }
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
