import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expand } from './expand'
import { createMemory } from './memory'
import type { Memory } from './memory'
import { createPlay } from './play'
import { readForm, texts } from './read-form'
import { Refusal } from './refusal'
import { findRoute } from './routes'

export interface ReceivedCall {
  method: string
  path: string
  body: string
  idempotencyKey: string | null
  version: string | null
  /** Mode of the request's key. */
  mode: string | null
}

interface Answer {
  status: number
  body: object
}

/** A fault: another response, none, or one that is lost after the work. */
export type Fault = Answer | 'silence' | 'lost answer' | null

export interface FakeStripeOptions {
  /** Epoch milliseconds. */
  now?: () => number
  livemode?: boolean
}

/** A fake Stripe server with state and rules like Stripe's. */
export async function openFakeStripe({ now = Date.now, livemode = false }: FakeStripeOptions = {}) {
  const memory = createMemory(now, livemode)
  const calls: ReceivedCall[] = []
  const faults = { next: (_call: ReceivedCall): Fault => null }
  const answered = new Map<string, { call: string; answer: Answer }>()
  const server = createServer((request, response) => {
    void serve(request, response)
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request)
    calls.push(call)
    const fault = faults.next(call)
    if (fault === 'silence') return
    if (fault !== null && fault !== 'lost answer') return send(response, fault, false)
    const { answer, isReplay } = once(call, () => answerTo(memory, call))
    if (fault === 'lost answer') request.socket.destroy()
    else send(response, answer, isReplay)
  }

  /** Idempotency: the same key gets the same response, including errors; other content is an error. */
  function once(call: ReceivedCall, work: () => Answer): { answer: Answer; isReplay: boolean } {
    const { idempotencyKey: key, method, path, body } = call
    if (key === null || method !== 'POST') return { answer: work(), isReplay: false }
    const content = `${path} ${body}`
    const known = answered.get(key)
    if (known?.call === content) return { answer: known.answer, isReplay: true }
    if (known) return { answer: refusal(REUSED_KEY), isReplay: false }
    const answer = work()
    // Stripe does not store early refusals, except for missing objects.
    if (answer.status !== 400 || isMissing(answer)) answered.set(key, { call: content, answer })
    return { answer, isReplay: false }
  }

  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => void server.close(() => resolve()))
  }
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    memory,
    calls,
    play: createPlay(memory),
    events: memory.events,
    /** Makes the next calls fail. */
    failWith: (fault: (call: ReceivedCall) => Fault) => void (faults.next = fault),
    /** Write calls, as `POST /v1/…`. */
    writes: () => calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`),
    close,
  }
}

/** A signed event as Stripe sends it. */
export function signed(event: object, secret: string, atMs: number): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify(event)
  const time = Math.floor(atMs / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return { body, headers: { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` } }
}

const isMissing = ({ body }: Answer): boolean => JSON.stringify(body).includes('"resource_missing"')

const REUSED_KEY = new Refusal(400, {
  type: 'idempotency_error',
  message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
})

function answerTo(memory: Memory, { method, path, body, mode }: ReceivedCall): Answer {
  if (mode === null) return refusal(UNKNOWN_KEY)
  const url = new URL(path, 'http://fake')
  const found = findRoute(method, url.pathname)
  if (!found) throw new Error(`The fake server does not know ${method} ${url.pathname}`)
  const form = readForm(method === 'GET' || method === 'DELETE' ? url.search.slice(1) : body)
  try {
    const answer = found.route({ memory, id: found.id, form })
    return { status: 200, body: expand(memory, answer, Object.values(texts(form, 'expand'))) }
  } catch (error) {
    if (error instanceof Refusal) return refusal(error)
    throw error
  }
}

const UNKNOWN_KEY = new Refusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_****' })

const refusal = ({ status, body }: Refusal): Answer => ({ status, body: { error: body } })

async function readCall(request: IncomingMessage): Promise<ReceivedCall> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const header = (name: string) => request.headers[name]?.toString() ?? null
  return {
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    body,
    idempotencyKey: header('idempotency-key'),
    version: header('stripe-version'),
    mode: /^Bearer [rs]k_(test|live)_/u.exec(header('authorization') ?? '')?.[1] ?? null,
  }
}

function send(response: ServerResponse, { status, body }: Answer, isReplay: boolean): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': 'req_fake',
    ...(isReplay && { 'idempotent-replayed': 'true' }),
  })
  response.end(JSON.stringify(body))
}
