import { onTestFinished } from 'vitest'
import { SMTPServer } from 'smtp-server'
import type { SMTPServerOptions } from 'smtp-server'
import type { AddressInfo } from 'node:net'

export interface ReceivedMail {
  from: string
  to: string[]
  /** Header and body as received. */
  raw: string
  /** Header lines by lower-case name, unfolded. */
  headers: Record<string, string[]>
}

export interface TestSmtpServer {
  port: number
  received: ReceivedMail[]
}

type ServerOptions = SMTPServerOptions & { port?: number }

/** Until the end of the test. */
export async function startSmtpServer(options: ServerOptions = {}): Promise<TestSmtpServer> {
  const { close, ...server } = await openSmtpServer(options)
  onTestFinished(close)
  return server
}

/** A real mail server on a free loopback port; accepts everything by default. */
export async function openSmtpServer(
  options: ServerOptions = {},
): Promise<TestSmtpServer & { close: () => Promise<void> }> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    closeTimeout: 100,
    onData(stream, session, callback) {
      let raw = ''
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        received.push({ from, to: rcptTo.map(({ address }) => address), raw, headers: readHeaders(raw) })
        callback()
      })
    },
    ...options,
  })
  // Some tests drop connections on purpose.
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(options.port ?? 0, '127.0.0.1', () => resolve()))
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  const address: AddressInfo | string | null = server.server.address()
  return { port: typeof address === 'object' && address !== null ? address.port : 0, received, close }
}

function readHeaders(raw: string): Record<string, string[]> {
  const headers: Record<string, string[]> = {}
  const [head = ''] = raw.split('\r\n\r\n')
  for (const line of head.replaceAll(/\r\n[ \t]+/gu, ' ').split('\r\n')) {
    const [, name = '', value = ''] = /^([^:]+): ?(.*)$/u.exec(line) ?? []
    ;(headers[name.toLowerCase()] ??= []).push(value)
  }
  return headers
}

/** Replaces "250 OK". */
export const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })
