import { request } from 'node:http'
import { connect } from 'node:net'

/** One HTTP request, or bytes for a new connection. */
export type Sent = HttpRequest | { raw: string | Buffer }

export interface HttpRequest {
  method: string
  /** Path and query. */
  path: string
  headers: Record<string, string>
  body?: string | Buffer
  /** A stream that does not end is closed this long after it began. */
  holdMs?: number
  /** The client disconnects this long after it sent the request, with or without a response. */
  disconnectMs?: number
}

export interface Answer {
  /** 0 if the connection ended without a response. */
  status: number
  /** Bytes of the body. */
  bytes: number
  ms: number
  /** The first 2,000 characters of the body, for later requests that need them. */
  text: string
}

/** Longest wait for a response. */
const TIMEOUT_MS = 60_000
const TEXT_MAX_CHARS = 2_000

/** Sends all requests in parallel, each on its own connection. */
export const sendAll = (url: string, all: readonly Sent[]): Promise<Answer[]> =>
  Promise.all(all.map((sent) => send(url, sent)))

export function send(url: string, sent: Sent): Promise<Answer> {
  return 'raw' in sent ? sendRaw(url, sent.raw) : sendHttp(url, sent)
}

function sendHttp(url: string, { method, path, headers, body, holdMs, disconnectMs }: HttpRequest): Promise<Answer> {
  const began = performance.now()
  return new Promise((resolve) => {
    const answer: Answer = { status: 0, bytes: 0, ms: 0, text: '' }
    const end = () => {
      clearTimeout(deadline)
      resolve({ ...answer, ms: performance.now() - began })
    }
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options = { method, path, headers: { ...length, ...headers }, agent: false as const }
    const asked = request(url, options, (response) => {
      answer.status = response.statusCode ?? 0
      if (holdMs !== undefined) setTimeout(() => asked.destroy(), holdMs)
      response.on('data', (chunk: Buffer) => {
        if (answer.text.length < TEXT_MAX_CHARS) answer.text += chunk.toString('utf8', 0, TEXT_MAX_CHARS)
        answer.bytes += chunk.length
      })
      response.once('close', end)
    })
    const deadline = setTimeout(() => asked.destroy(), disconnectMs ?? TIMEOUT_MS)
    asked.once('error', end)
    asked.once('close', end)
    asked.end(body)
  })
}

/** Reads the status line of the first response, and keeps the connection until the server ends it or is silent for a second. */
function sendRaw(url: string, bytes: string | Buffer): Promise<Answer> {
  const began = performance.now()
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    let text = ''
    let received = 0
    let lastAt = began
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length
      lastAt = performance.now()
      if (text.length < TEXT_MAX_CHARS) text += chunk.toString('latin1')
    })
    socket.setTimeout(1_000, () => socket.destroy())
    socket.on('error', () => {})
    socket.once('close', () => {
      const status = Number(/^HTTP\/1\.1 (\d{3})/u.exec(text)?.[1] ?? 0)
      resolve({ status, bytes: received, ms: lastAt - began, text: text.slice(0, TEXT_MAX_CHARS) })
    })
  })
}
