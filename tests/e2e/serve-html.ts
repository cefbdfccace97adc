import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ServedPage {
  url: string
  close(): void
}

/** Serves a page on its own origin. (Browsers treat a mocked response as another network.) */
export function serveHtml(html: string): Promise<ServedPage> {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(html)
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve({ url: `http://localhost:${isAddress(address) ? address.port : 0}/`, close: () => server.close() })
    })
  })
}

const isAddress = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null
