import { createServer } from 'node:http'
import { createHostedCaptcha } from '../../../api/features/captcha/hosted'
import { createAirtable } from '../../../api/features/mirror/airtable'
import { createDiscovery } from '../../../api/features/social/choose-providers'
import { ApiError } from '../../../api/lib/errors'
import { allowingLater } from '../fuzz-target'
import type { FuzzTarget } from '../fuzz-target'

let answer: { status: number; body: Uint8Array } = { status: 200, body: Buffer.from('') }
let started: Promise<string> | undefined

/** A local server with the given response. It does not keep the process alive. */
const open = (): Promise<string> =>
  (started ??= new Promise((resolve) => {
    const server = createServer((_incoming, outgoing) => {
      outgoing.writeHead(answer.status, { 'content-type': 'application/json', connection: 'close' }).end(answer.body)
    })
    server.listen(0, '127.0.0.1', () => {
      server.unref()
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
    })
  }))

const signal = (): AbortSignal => AbortSignal.timeout(5_000)

const discovery: FuzzTarget = {
  name: 'discovery',
  from: 'what an OpenID provider says of itself',
  seeds: [
    '{"issuer":"x","authorization_endpoint":"https://a.b/a","token_endpoint":"https://a.b/t","jwks_uri":"https://a.b/k"}',
    '{"issuer":"x","authorization_endpoint":"javascript:1","token_endpoint":"http://a.b","jwks_uri":"data:,"}',
    '<html>',
  ],
  quickRuns: 100,
  async run(body) {
    const issuer = await open()
    answer = {
      status: 200,
      body: Buffer.from(Buffer.from(body).toString('latin1').replace('"x"', `"${issuer}"`), 'latin1'),
    }
    const found = await allowingLater([ApiError], () =>
      createDiscovery({ provider: 'acme', issuer, now: () => 0 }).read(signal()),
    )
    if (found !== undefined && found.issuer !== issuer) throw new Error('It speaks for another issuer.')
  },
}

const siteverify: FuzzTarget = {
  name: 'siteverify',
  from: 'the answer of a captcha provider',
  seeds: [
    '{"success":true,"hostname":"demo.example"}',
    '{"success":false,"error-codes":["invalid-input-response"]}',
    '{"success":false,"error-codes":[]}',
    '{"success":"true"}',
  ],
  quickRuns: 100,
  async run(body) {
    answer = { status: 200, body }
    const captcha = createHostedCaptcha({ provider: 'turnstile', siteKey: 'k', secret: 's', endpoint: await open() })
    const scope = { appId: 'app_demo', mode: 'test', origin: 'https://demo.example' } as const
    const isGood = await allowingLater([ApiError], () => captcha.verify('token', scope))
    const said = Buffer.from(body).toString()
    if (isGood === true && !said.includes('demo.example')) throw new Error('It took the captcha of another site.')
  },
}

const tables = { signup: 'a', purchase: 'b' }
const refusal: FuzzTarget = {
  name: 'airtable',
  from: 'the refusal of a spreadsheet service',
  seeds: ['{"error":{"type":"INVALID","message":"No such column"}}', '{"error":"NOT_FOUND"}', '{}', 'gone'],
  quickRuns: 100,
  async run(body) {
    answer = { status: 422, body }
    const mirror = createAirtable({ apiKey: 'pat-of-the-owner', baseId: 'app1', tables, apiUrl: await open() })
    const told = await mirror.put({ kind: 'signup', id: '1', fields: {} }, signal()).catch((error: unknown) => error)
    if (!(told instanceof Error) || !told.message.startsWith('Airtable returned 422'))
      throw new Error('It said no reason.')
    if (told.message.includes('pat-of-the-owner')) throw new Error('It told the key.')
  },
}

/** Parsers of responses from servers that the owner chose, and that an attacker may control. */
export const answerTargets: readonly FuzzTarget[] = [discovery, siteverify, refusal]
