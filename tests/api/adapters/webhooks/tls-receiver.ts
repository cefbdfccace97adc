import { createServer } from 'node:https'
import { onTestFinished } from 'vitest'
import { selfSigned } from '../../../support/self-signed'

/** A server that speaks TLS, on this machine: counts who comes. */
export async function startTlsReceiver() {
  let [connections, received] = [0, 0]
  const server = createServer(selfSigned, (request, response) => {
    received += 1
    request.resume()
    response.writeHead(200).end()
  })
  // A handshake that the other side breaks off is what some tests are about.
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
