import { Socket } from 'node:net'

/** Longer than any statement may take: who hears nothing for so long waits for a server that stands still, or is cut off. */
const SILENCE_MAX_MS = 25_000

/**
 * A connection to a database that ends when nothing comes or goes for too long. The server's own limits do not help while it
 * stands still itself; and a connection of which nobody knows where it stands must not go back to the others. One that nobody
 * uses is given up earlier, by its pool.
 */
export function impatientSocket(): Socket {
  const socket = new Socket()
  socket.setTimeout(SILENCE_MAX_MS, () => socket.destroy(new Error('Connection terminated: the database is silent')))
  return socket
}
