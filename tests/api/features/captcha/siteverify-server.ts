import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface SiteverifyServer {
  endpoint: string
  /** Received forms, in order. */
  asked: Record<string, string>[]
}

/**
 * A captcha provider on a real socket.
 * @param respond status and body for a form; null: never responds
 */
export async function startSiteverify(
  respond: (
    form: Record<string, string>,
  ) => { status?: number; body: unknown; headers?: Record<string, string> } | null,
): Promise<SiteverifyServer> {
  const asked: Record<string, string>[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const form = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
      asked.push(form)
      const answer = respond(form)
      if (!answer) return
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- listening on a port, so it is no string
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`, asked }
}
