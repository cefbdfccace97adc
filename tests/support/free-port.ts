import { createSocket, type Socket } from 'node:dgram'
import { createServer } from 'node:net'

/** Below the ports that systems give to `listen(0)` and to outgoing connections (Linux: from 32,768). */
const [FIRST, COUNT] = [20_000, 12_000]
const ATTEMPTS = 200

/**
 * An unused TCP port on 127.0.0.1 for a program that starts later. It stays reserved until this process ends: no other
 * call in any process gets it, and no `listen(0)` does.
 * @param options.udp for a program that also takes the UDP port of this number: it is not reserved
 */
export async function freePort({ udp = false } = {}): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    const reserved = await reserve(port)
    if (reserved && (await isUnused(port))) {
      if (udp) await new Promise<void>((resolve) => reserved.close(resolve))
      return port
    }
  }
  throw new Error('No port')
}

/** Takes the UDP port of the same number. The system frees it even when this process crashes. */
function reserve(port: number): Promise<Socket | null> {
  const socket = createSocket('udp4').unref()
  return new Promise((resolve) => {
    socket.once('error', () => {
      socket.close()
      resolve(null)
    })
    socket.bind(port, '127.0.0.1', () => resolve(socket))
  })
}

function isUnused(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
