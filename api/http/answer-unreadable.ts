import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errors } from '../../contract/errors'
import type { ErrorBody, ErrorCode } from '../../contract/errors'
import { defaultHeaders } from './security-headers'

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
