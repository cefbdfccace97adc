import type { Server } from 'node:http'
import { setImmediate as yieldToEventLoop, setTimeout as pause } from 'node:timers/promises'

const IDLE_CHECK_MS = 50
/** Connections that the kernel had already accepted come in a burst; after such a silence there are none left. */
const SILENCE_MS = 100
const LAST_ARRIVALS_MAX_MS = 1_000

/**
 * Lets in who has already connected, then stops accepting, and resolves when every request is answered.
 * @param deadlineMs after this time, counted from the call, what is still open is cut
 */
export async function closeServer(server: Server, deadlineMs: number): Promise<void> {
  const startedAt = Date.now()
  await serveLastArrivals(server, Math.min(LAST_ARRIVALS_MAX_MS, deadlineMs))
  await closeConnections(server, Math.max(0, deadlineMs - (Date.now() - startedAt)))
}

/** Whoever asks from now on is answered, and told to connect anew for the next request: that may reach another process. */
export function endConnections(server: Server): void {
  server.prependListener('request', (_, outgoing) => {
    outgoing.shouldKeepAlive = false
  })
}

/**
 * `close` would reset connections that wait in the kernel's queue, with complete requests in them. Who asks now is told
 * to connect anew for the next request.
 */
async function serveLastArrivals(server: Server, maxMs: number): Promise<void> {
  const end = Date.now() + maxMs
  let lastArrival = Date.now()
  server.on('connection', () => (lastArrival = Date.now()))
  endConnections(server)
  for (let wait = maxMs; wait > 0; wait = Math.min(lastArrival + SILENCE_MS, end) - Date.now()) {
    await pause(Math.min(wait, SILENCE_MS))
    // A process that was held up hears its timer first: what came in meanwhile must be heard before silence is.
    await yieldToEventLoop()
    await yieldToEventLoop()
  }
}

/**
 * `close` alone waits for kept-alive connections that will never ask again, and after an early 413 it may never
 * return: so idle connections are closed as they become idle, and all of them at the deadline.
 */
function closeConnections(server: Server, deadlineMs: number): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
    const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(deadline)
      resolve()
    })
    server.closeIdleConnections()
  })
}
