import type { Server, ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { errors } from '../../contract/errors'
import type { ErrorBody, ErrorCode } from '../../contract/errors'

/** Node's parser codes that are not simply a broken request. */
const special: Readonly<Record<string, readonly [status: number, code: ErrorCode]>> = {
  HPE_HEADER_OVERFLOW: [431, 'field-limit-exceeded'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'request-too-large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'invalid-field-value'],
}

/**
 * What Node refuses before any handler sees it gets the same JSON errors as everything else, and a closed connection.
 * @returns to be told of every answer that is not written in one piece: nothing is put into the middle of one
 */
export function answerUnreadable(server: Server): (socket: Duplex, outgoing: ServerResponse) => void {
  const latest = new WeakMap<Duplex, ServerResponse>()
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const open = latest.get(socket)
    const isHalfSent = open !== undefined && open.headersSent && !open.writableFinished
    const [status, code] = special[error.code ?? ''] ?? [400, 'invalid-field-value' as const]
    if (!socket.writable || isHalfSent || error.code === 'ECONNRESET') socket.destroy()
    else socket.end(rawAnswer(status, code), () => socket.destroy())
  })
  server.on('checkExpectation', (_, outgoing) => {
    const body = bodyOf('invalid-field-value')
    outgoing.writeHead(417, { 'content-type': 'application/json', connection: 'close' }).end(body)
  })
  return (socket, outgoing) => void latest.set(socket, outgoing)
}

function rawAnswer(status: number, code: ErrorCode): string {
  const body = bodyOf(code)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

const bodyOf = (code: ErrorCode): string => JSON.stringify({ code, message: errors[code].message } satisfies ErrorBody)
