import { once } from 'node:events'
import { createServer } from 'node:net'
import { TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'
import { selfSigned } from '../self-signed'

/**
 * Answers only the TLS question of the PostgreSQL protocol: with an untrusted certificate, or with no.
 * @returns URL of a database there, with TLS required
 */
export async function startDistrustedServer(speaksTls: boolean): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(speaksTls ? 'S' : 'N')
      if (speaksTls) new TLSSocket(socket, { isServer: true, ...selfSigned }).on('error', () => {})
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return `postgres://ann:geheim@127.0.0.1:${port}/membership?sslmode=verify-full`
}
