import { createServer } from 'node:http'
import { listen } from '../support/listen'

export interface ServedPage {
  url: string
  close(): void
}

/** Serves a page on its own origin. (Browsers treat a mocked response as another network.) */
export async function serveHtml(html: string): Promise<ServedPage> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(html)
  })
  const port = await listen(server)
  return { url: `http://localhost:${port}/`, close: () => server.close() }
}
