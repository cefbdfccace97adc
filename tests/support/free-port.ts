import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/** Below the ports that systems give to `listen(0)` and to outgoing connections (Linux: from 32,768). */
const [FIRST, COUNT] = [20_000, 12_000]
const ATTEMPTS = 200

/**
 * An unused TCP port on 127.0.0.1 for a program that starts later. It stays reserved until this process ends: no other
 * call in any process gets it, and no `listen(0)` does.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if ((await reserve(port)) && (await isUnused(port))) return port
  }
  throw new Error('No port')
}

/** Takes the UDP port of the same number. The system frees it even when this process crashes. */
function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref()
  return new Promise((resolve) => {
    socket.once('error', () => {
      socket.close()
      resolve(false)
    })
    socket.bind(port, '127.0.0.1', () => resolve(true))
  })
}

function isUnused(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
