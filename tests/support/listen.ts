import type { Server } from 'node:http'

/** Listens on 127.0.0.1. @returns the port, which the system chose */
export function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (typeof address === 'object' && address) resolve(address.port)
      else reject(new Error('No port'))
    })
  })
}
