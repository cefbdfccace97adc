import { once } from 'node:events'
import { request } from 'node:http'
import type { OutgoingHttpHeaders } from 'node:http'
import { createDirectAnswers } from '../../api/http/direct-answers'
import { listen } from '../../api/http/listen'
import { handlers } from '../../api/handlers'
import type { Metrics } from '../../api/ports/metrics'
import { startTestApi } from './start-api'
import type { TestApiOptions } from './start-api'

export interface Sent {
  method?: string
  path: string
  headers?: OutgoingHttpHeaders
  body?: string
}

/** Everything that an answer leaves behind, without times. */
export interface Outcome {
  status: number
  headers: string[]
  body: string
  log: unknown[]
  security: unknown[]
  metrics: unknown[]
}

/** One API behind two servers: one whose framework answers everything, and one that answers directly what it can. */
export async function startTwoWays(options: TestApiOptions = {}) {
  const counted: unknown[] = []
  const metrics: Metrics = {
    database: { queried() {}, hasPool() {} },
    requestBegan: () => void counted.push('began'),
    requestEnded: ({ route, status, seconds }) => void counted.push({ route, status, isTime: seconds >= 0 }),
    limitPassed() {},
    securityEvent() {},
    setSources() {},
    read: async () => ({ contentType: 'text/plain', text: '' }),
  }
  const api = await startTestApi({ trustProxyHops: 1, ...options, metrics })
  const answers = createDirectAnswers({
    services: api.services,
    handlers: { ...handlers, ...options.handlers },
    trustProxyHops: options.trustProxyHops ?? 1,
    metrics,
  })
  let taken = false
  const framework = await listen(api.app.fetch, { host: '127.0.0.1', port: 0 })
  const both = await listen(api.app.fetch, { host: '127.0.0.1', port: 0 }, (incoming, outgoing) => {
    taken = answers(incoming, outgoing)
    return taken
  })
  const outcome = async (url: string, sent: Sent): Promise<Outcome> => {
    for (const written of [api.logLines, api.securityLines, counted]) written.length = 0
    const answer = await send(url, sent)
    const [log, security] = [api.logLines, api.securityLines].map((lines) => lines.map(withoutTimes))
    return { ...answer, log: log!, security: security!, metrics: [...counted] }
  }
  return {
    api,
    direct: { url: both.url, ask: (sent: Sent) => outcome(both.url, sent) },
    framework: { url: framework.url, ask: (sent: Sent) => outcome(framework.url, sent) },
    /** Whether the last request to the second server was answered directly. */
    wasDirect: () => taken,
    async close(): Promise<void> {
      await Promise.all([framework.close(0), both.close(0)])
      await api.close()
    },
  }
}

export type TwoWays = Awaited<ReturnType<typeof startTwoWays>>

async function send(url: string, { method = 'GET', path, headers, body }: Sent) {
  const asking = request(url, { method, path, headers: { connection: 'close', ...headers } })
  asking.end(body)
  const [response] = await once(asking, 'response')
  let text = ''
  for await (const chunk of response) text += String(chunk)
  const { rawHeaders, statusCode } = response
  return { status: Number(statusCode), headers: headersOf(rawHeaders), body: text }
}

/** Names in small letters, in the order of the alphabet. */
const headersOf = (raw: readonly string[]): string[] =>
  raw
    .flatMap((name, index) => (index % 2 === 0 ? [`${name.toLowerCase()}: ${raw[index + 1]}`] : []))
    .filter((line) => !line.startsWith('date: '))
    .toSorted()

function withoutTimes(line: string): unknown {
  const { time: _time, ms: _ms, ...said } = JSON.parse(line)
  return said
}
