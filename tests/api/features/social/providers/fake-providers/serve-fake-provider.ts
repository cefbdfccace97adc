import { createServer } from 'node:http'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

/** Our registration at every fake provider. */
export const CLIENT = { clientId: 'client-of-the-test', clientSecret: 'secret/of+the=test' }
export const REDIRECT_URI = 'https://api.example/auth-provider/callback/here'

/** One call of a fake provider. */
export interface Asked {
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  form: URLSearchParams
}

export interface Reply {
  status?: number
  json?: unknown
  text?: string
  type?: string
  location?: string
}

/** By method and path, such as `GET /authorize`. */
export type Routes = Record<string, (asked: Asked) => Reply>

/** Real HTTP on a free loopback port, until the test is over. */
export async function serveFakeProvider(routes: Routes) {
  const asked: Asked[] = []
  const instead = new Map<string, (response: ServerResponse) => void>()
  const server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://localhost')
      const call = { path, query, headers: request.headers, form: new URLSearchParams(body) }
      asked.push(call)
      const fault = instead.get(path)
      if (fault) return fault(response)
      const {
        status,
        json,
        text = JSON.stringify(json),
        type = 'application/json',
        location,
      } = routes[`${request.method} ${path}`]?.(call) ?? { status: 404, text: 'Not Found' }
      response.writeHead(location === undefined ? (status ?? 200) : 302, {
        'content-type': type,
        ...(location !== undefined && { location }),
      })
      response.end(location === undefined ? text : '')
    })()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => void server.close(() => resolve()))
  }
  onTestFinished(close)
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    /** The calls of a path, oldest first. */
    askedAt: (path: string) => asked.filter((call) => call.path === path),
    /** Replaces the documented behavior of a path. */
    breakAt: (path: string, fault: (response: ServerResponse) => void) => void instead.set(path, fault),
    close,
  }
}
