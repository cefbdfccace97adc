import { createServer } from 'node:https'
import { onTestFinished } from 'vitest'
import { selfSigned } from '../../../support/self-signed'

/** A TLS server on this machine that counts connections. */
export async function startTlsReceiver() {
  let [connections, received] = [0, 0]
  const server = createServer(selfSigned, (request, response) => {
    received += 1
    request.resume()
    response.writeHead(200).end()
  })
  // Some tests break off the handshake.
  server.on('tlsClientError', () => {})
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    certificate: selfSigned.cert,
    connections: () => connections,
    received: () => received,
  }
}
