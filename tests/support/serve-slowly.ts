import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { listen } from './listen'

export interface SlowPage {
  url: string
  stop(): Promise<void>
}

/**
 * Sends a page in pieces, so that the browser paints in between.
 * @param pieces of HTML, in order
 * @param pauseMs before each piece but the first
 */
export async function serveSlowly(pieces: readonly string[], pauseMs = 120): Promise<SlowPage> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    const send = async (): Promise<void> => {
      for (const [at, piece] of pieces.entries()) {
        if (at > 0) await wait(pauseMs)
        response.write(piece)
      }
      response.end()
    }
    void send()
  })
  const port = await listen(server)
  return {
    url: `http://localhost:${port}/`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
