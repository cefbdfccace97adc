import { sha256 } from '@noble/hashes/sha2.js'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { addCheckpoint } from '../api/features/transparency-log/witness'
import type { WitnessParts } from '../api/features/transparency-log/witness'
import { toHex, toUtf8 } from '../contract/bytes'
import { formatVerifierKey } from '../contract/tlog/signed-note'

/** Requests have a few kilobytes: 63 hashes and a checkpoint. */
const BODY_MAX_BYTES = 64_000
/** For a whole request. */
const REQUEST_MAX_MS = 15_000
const KEEP_ALIVE_MS = 75_000
const CONNECTIONS_MAX = 200

interface WitnessServerOptions extends WitnessParts {
  origins: readonly string[]
  /** Logs problems for the operator. */
  complain: (line: string) => void
}

interface Answer {
  status: number
  body: string
  type?: string
  headers?: Record<string, string>
}

/** The witness over HTTP (c2sp.org/tlog-witness). The caller calls `listen`. */
export function createWitnessServer(options: WitnessServerOptions): Server {
  const timeouts = { requestTimeout: REQUEST_MAX_MS, headersTimeout: REQUEST_MAX_MS, keepAliveTimeout: KEEP_ALIVE_MS }
  const server = createServer({ ...timeouts, connectionsCheckingInterval: 1_000 }, (request, response) => {
    answer(options, request)
      .catch((error: unknown): Answer => {
        options.complain(`A request could not be answered: ${error instanceof Error ? error.message : String(error)}`)
        return { status: 503, body: 'The witness cannot sign right now.\n' }
      })
      .then((what) => send(request, response, what))
      .catch(() => response.destroy())
  })
  server.maxConnections = CONNECTIONS_MAX
  return server
}

async function answer(options: WitnessServerOptions, request: IncomingMessage): Promise<Answer> {
  const path = (request.url ?? '').split('?')[0] ?? ''
  const isPost = path === '/add-checkpoint'
  const read = isPost ? null : readPath(path, options)
  if (!isPost && !read) return { status: 404, body: 'Not found.\n' }
  const allowed = isPost ? ['POST'] : ['GET', 'HEAD']
  if (!allowed.includes(request.method ?? ''))
    return { status: 405, body: 'Method not allowed.\n', headers: { allow: allowed.join(', ') } }
  if (read) return read()
  const body = await readBody(request)
  if (body === null) return { status: 413, body: 'The request is too large.\n', headers: { connection: 'close' } }
  const text = decode(body)
  return text === null ? { status: 400, body: 'The request is not valid UTF-8.\n' } : addCheckpoint(options, text)
}

/** Readable paths; null for others. */
function readPath(path: string, { key, memory, origins }: WitnessServerOptions): (() => Promise<Answer>) | null {
  if (path === '/health') return () => Promise.resolve({ status: 200, body: 'ok\n' })
  if (path === '/vkey') return () => Promise.resolve({ status: 200, body: `${formatVerifierKey(key)}\n` })
  const origin = origins.find((one) => path === `/${toHex(sha256(toUtf8(one)))}/checkpoint`)
  if (origin === undefined) return null
  return async () => {
    const seen = await memory.read(origin)
    return seen
      ? { status: 200, body: seen.checkpoint }
      : { status: 404, body: 'No checkpoint of that log has been signed yet.\n' }
  }
}

/** Null if it is too long. */
async function readBody(request: IncomingMessage): Promise<Uint8Array | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    const chunk = Buffer.from(part)
    bytes += chunk.length
    if (bytes > BODY_MAX_BYTES) return null
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

function send(request: IncomingMessage, response: ServerResponse, { status, body, type, headers }: Answer): void {
  const bytes = Buffer.from(body)
  response.writeHead(status, {
    'content-type': type ?? 'text/plain; charset=utf-8',
    'content-length': bytes.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...headers,
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}
