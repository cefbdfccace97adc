import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import * as v from 'valibot'
import { onTestFinished } from 'vitest'

export interface ReceivedWebhook {
  path: string
  headers: IncomingHttpHeaders
  /** Unchanged. */
  text: string
  body: v.InferOutput<typeof shape>
}

/** The receiver's response: a number is a status, nothing means 200. */
export type Reaction = (webhook: ReceivedWebhook, response: ServerResponse) => number | undefined | void

const shape = v.strictObject({
  event: v.string(),
  timestamp: v.number(),
  payload: v.record(v.string(), v.unknown()),
  reason: v.optional(v.array(v.string())),
})

/** A site owner's server on this machine, which keeps the requests it receives. @param port a free one by default */
export async function startWebhookReceiver(port = 0) {
  const received: ReceivedWebhook[] = []
  let react: Reaction = () => undefined
  const server = createServer((request, response) => {
    void receive(request, response)
  })
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await read(request)
    const webhook = { path: request.url ?? '', headers: request.headers, text, body: v.parse(shape, JSON.parse(text)) }
    received.push(webhook)
    const status = react(webhook, response)
    if (status !== undefined || react.length < 2) response.writeHead(status ?? 200).end()
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const opened = typeof address === 'object' && address ? address.port : 0
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(close)
  return {
    port: opened,
    url: `http://127.0.0.1:${opened}/hooks`,
    received,
    /** Event names in order of arrival. */
    events: () => received.map(({ body }) => body.event),
    /** A handler that takes the response answers itself, or not at all. */
    reactWith: (reaction: Reaction) => void (react = reaction),
    close,
  }
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  request.setEncoding('utf8')
  for await (const chunk of request) text += String(chunk)
  return text
}
