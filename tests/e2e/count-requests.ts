import { createServer, request } from 'node:http'
import { listen } from '../support/listen'

export interface CountedApi {
  url: string
  /** `<method> <path>` of all requests, in order, preflights included. */
  received: readonly string[]
  count(call: string): number
  close(): void
}

/** A proxy that counts requests: a page can't count its preflights, nor what it sends while it unloads. */
export async function countRequests(api: string): Promise<CountedApi> {
  const received: string[] = []
  const server = createServer((incoming, outgoing) => {
    received.push(`${incoming.method} ${incoming.url}`)
    const { method, headers } = incoming
    const onward = request(api + incoming.url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  const port = await listen(server)
  return {
    url: `http://localhost:${port}`,
    received,
    count: (call) => received.filter((one) => one === call).length,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
