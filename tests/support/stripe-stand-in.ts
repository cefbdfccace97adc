import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { expand } from './stripe-stand-in/expand'
import { createMemory } from './stripe-stand-in/memory'
import type { Memory } from './stripe-stand-in/memory'
import { createPlay } from './stripe-stand-in/play'
import { readForm, texts } from './stripe-stand-in/read-form'
import { Refusal } from './stripe-stand-in/refusal'
import { findRoute } from './stripe-stand-in/routes'

export interface ReceivedCall {
  method: string
  path: string
  body: string
  idempotencyKey: string | null
  version: string | null
  /** The mode of the key that it was made with. */
  mode: string | null
}

interface Answer {
  status: number
  body: object
}

/** What goes wrong with a call: an answer in place of the real one, none at all, or one that is lost after the deed. */
export type Fault = Answer | 'silence' | 'lost answer' | null

export interface StandInOptions {
  /** Epoch milliseconds. */
  now?: () => number
  livemode?: boolean
}

export type StripeStandIn = Awaited<ReturnType<typeof startStripeStandIn>>

/** A server on this machine that plays the part of Stripe's API that is used: with a memory, and rules like Stripe's. */
export async function startStripeStandIn({ now = Date.now, livemode = false }: StandInOptions = {}) {
  const memory = createMemory(now, livemode)
  const calls: ReceivedCall[] = []
  const standIn = { fault: (_call: ReceivedCall): Fault => null }
  const answered = new Map<string, { call: string; answer: Answer }>()
  const server = createServer((request, response) => {
    void serve(request, response)
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request)
    calls.push(call)
    const fault = standIn.fault(call)
    if (fault === 'silence') return
    if (fault !== null && fault !== 'lost answer') return send(response, fault, false)
    const { answer, isReplay } = once(call, () => answerTo(memory, call))
    if (fault === 'lost answer') request.socket.destroy()
    else send(response, answer, isReplay)
  }

  /** The same key gets the same answer, a refusal too; with another content it is an error. */
  function once(call: ReceivedCall, work: () => Answer): { answer: Answer; isReplay: boolean } {
    const { idempotencyKey: key, method, path, body } = call
    if (key === null || method !== 'POST') return { answer: work(), isReplay: false }
    const content = `${path} ${body}`
    const known = answered.get(key)
    if (known?.call === content) return { answer: known.answer, isReplay: true }
    if (known) return { answer: refusal(REUSED_KEY), isReplay: false }
    const answer = work()
    // Stripe forgets what it refused before it began; that something is missing it may have found out later.
    if (answer.status !== 400 || isMissing(answer)) answered.set(key, { call: content, answer })
    return { answer, isReplay: false }
  }

  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => void server.close(() => resolve()))
  }
  onTestFinished(close)
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    memory,
    calls,
    play: createPlay(memory),
    events: memory.events,
    /** What goes wrong with the calls to come. */
    failWith: (fault: (call: ReceivedCall) => Fault) => void (standIn.fault = fault),
    /** Calls that changed something, as `POST /v1/…`. */
    writes: () => calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`),
    close,
  }
}

/** An event as Stripe sends it: the body, and headers that prove who sent it. */
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
  const url = new URL(path, 'http://stand-in')
  const found = findRoute(method, url.pathname)
  if (!found) throw new Error(`The stand-in does not know ${method} ${url.pathname}`)
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
    'request-id': 'req_stand_in',
    ...(isReplay && { 'idempotent-replayed': 'true' }),
  })
  response.end(JSON.stringify(body))
}
