import { once } from 'node:events'
import type { Server } from 'node:http'

/** The URL of a server that listens, or will listen, on a port of this machine. */
export async function addressOf(server: Server): Promise<string> {
  if (!server.listening) await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The server listens on no port.')
  return `http://127.0.0.1:${address.port}`
}
