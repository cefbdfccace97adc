import { createServer, type RequestListener } from 'node:http'
import { type CallEndpoint, type CallSettings, createCall } from '../../../widget/transport/call'

/** A real server that counts its requests. */
export interface CountingServer {
  apiUrl: string
  /** `GET /app`, in order of arrival; without the query. */
  seen: string[]
  /** Resolves after this many have arrived. */
  arrived(this: void, count: number): Promise<void>
  /** From now on no server listens there. */
  stop(this: void): void
}

/** @param answer the response to everything */
export async function startCountingServer(answer: RequestListener): Promise<CountingServer> {
  const seen: string[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url?.replace(/\?.*$/u, '')}`)
    for (const { count, resolve } of waiting) if (seen.length >= count) resolve()
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    apiUrl: `http://127.0.0.1:${address.port}`,
    seen,
    arrived: (count) =>
      new Promise((resolve) => {
        if (seen.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Calls of a visitor to it. */
export const callsTo = (apiUrl: string, changes: Partial<CallSettings> = {}): CallEndpoint =>
  createCall({
    apiUrl,
    appId: 'app_demo',
    publicKey: () => 'pk_sb_demo',
    token: () => undefined,
    visitSessionId: () => null,
    pagePath: () => '/page.html',
    fetch: globalThis.fetch,
    isOffline: () => false,
    ...changes,
  })
