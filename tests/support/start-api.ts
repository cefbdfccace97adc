import * as v from 'valibot'
import { pino } from 'pino'
import { expect } from 'vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProofOfWork } from '../../api/features/captcha/proof-of-work'
import { createCaptcha } from '../../api/features/captcha/hosted'
import { createImageEncoder } from '../../api/features/files/images'
import { createLocalFiles, createLocalUploads } from '../../api/features/files/local'
import { createTagPapers } from '../../api/features/tags/documents/tag-documents'
import { pollChannels } from '../../api/features/comments/channel-watch'
import { listChannelVersions } from '../../api/features/comments/repository'
import { createFileKeys } from '../../api/features/credentials/keys'
import { createIssuer } from '../../api/features/credentials/issuer'
import { createProofAlarm } from '../../api/features/tags/proof-alarm'
import { createWitnessStates } from '../../api/features/transparency-log/witnesses'
import { createHostedHtml } from '../../api/adapters/html/hosted-html'
import { createOutboxWorker } from '../../api/features/mail/outbox'
import { createTestMailbox } from '../../api/features/mail/mailers'
import { choosePayments, stripeProviders } from '../../api/features/payments/providers'
import { chooseSocialProviders } from '../../api/features/social/choose-providers'
import { createPasswordHasher } from '../../api/features/accounts/hasher'
import { createMemoryRateLimiter } from '../../api/adapters/rate-limiter/memory-rate-limiter'
import { watchRateLimiter } from '../../api/adapters/metrics/watch-rate-limiter'
import { createSecrets } from '../../api/adapters/secrets/random-secrets'
import { openSecurityLog } from '../../api/adapters/security-log/open-security-log'
import { openWebhooks } from '../../api/features/webhooks/worker'
import { openVcApi } from '../../api/features/vc-api/issue'
import { createApp } from '../../api/app'
import { readConfig } from '../../api/config'
import { filesUrl } from '../../api/features/files/open-storage'
import { handlers } from '../../api/handlers'
import { adminHandlers } from '../../api/handlers/admin'
import { createDocumentFolder } from '../../api/features/docs/document-folder'
import { createReadiness } from '../../api/http/readiness'
import { createWidgetScript } from '../../api/features/docs/widget-script'
import { pages } from '../../api/pages'
import type { Page } from '../../api/pages/page'
import type { Handlers } from '../../api/ports/handler'
import type { Metrics } from '../../api/ports/metrics'
import type { Services } from '../../api/ports/services'
import type { MailboxMessage } from '../../api/ports/store'
import { endpoints } from '../../contract/endpoints'
import type { EndpointName } from '../../contract/endpoints'
import type { Endpoint } from '../../contract/endpoints/endpoint'
import type { ErrorBody } from '../../contract/errors'
import { schemas } from '../../contract/schemas'
import type { Call, Output } from '../../contract/schemas'
import { dumpDatabase } from './dump-database'
import { openDatabaseWithApps } from './database-with-apps'
import { hugeStorageLimits } from './huge-storage-limits'
import { withRepositories } from './repositories'
import type { Store } from './repositories'
import { shippedBanks } from './shipped-banks'

export interface CallOptions {
  /** A session token. */
  token?: string
  /** X-APP-ID; `app_demo` unless a key is given. */
  app?: string
  /** X-API-Key */
  key?: string
  origin?: string
  /** The socket's address. */
  address?: string
  headers?: Record<string, string>
}

export interface TestAnswer<T> {
  status: number
  headers: Headers
  /** What stands under `data`; reading it of an error fails the test. */
  readonly data: T
  /** The whole body. */
  body: { data?: unknown; message?: string } & Partial<ErrorBody>
}

export interface TestApiOptions {
  /** Where the folder with the database is made; the system's temporary folder where nothing is said. */
  inFolder?: string
  /** 1000 by default, so that only the tests about limits meet them. */
  rateLimitFactor?: number
  development?: boolean
  trustProxyHops?: number
  widgetFolder?: string
  docsFolder?: string
  pages?: Readonly<Record<string, Page>>
  handlers?: Partial<Handlers>
  services?: Partial<Services>
  metrics?: Metrics
  env?: Record<string, string>
}

export type TestApi = Awaited<ReturnType<typeof startTestApi>>

/**
 * The real API over a real database file, without a socket. The clock stands still until the test moves it, and
 * password hashes are as cheap as the library allows. Call `close` when done.
 */
export async function startTestApi(options: TestApiOptions = {}) {
  const folder = mkdtempSync(join(options.inFolder ?? tmpdir(), 'membership-api-'))
  const file = join(folder, 'membership.db')
  const config = { ...readConfig(options.env ?? {}), ...pick(options) }
  const opened = await openDatabaseWithApps({ file, filesUrl: filesUrl(config.urls) })
  const logLines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void logLines.push(line) })
  const securityLines: string[] = []
  const securityLog = pino({ level: 'trace' }, { write: (line: string) => void securityLines.push(line) })
  const clock = createTestClock()
  const secrets = createSecrets()
  const { store: watched, worker: webhooks } = openWebhooks(config, { store: opened, secrets, clock, log })
  const store = withRepositories(watched)
  const mailbox = createTestMailbox(store.mailbox, clock)
  const outbox = createOutboxWorker({
    outbox: store.outbox,
    mailers: { test: mailbox, live: mailbox },
    clock,
    log,
  })
  const security = openSecurityLog(config, securityLog)
  const mailWaiting = () => outbox.wake()
  const services: Omit<Services, 'store'> & { store: Store } = {
    hasher: createPasswordHasher({ memoryCost: 64, timeCost: 1 }),
    secrets,
    clock,
    rateLimiter: watchRateLimiter(createMemoryRateLimiter({ clock, factor: options.rateLimitFactor ?? 1_000 }), {
      clock,
      count: () => {},
    }),
    // As cheap as can be, like the password hashes.
    captcha: createCaptcha(config.captcha, { captchas: store.captchas, clock, cost: 1 }),
    proofOfWork: createProofOfWork({ captchas: store.captchas, clock, cost: 1 }),
    files: createLocalFiles(join(folder, 'files')),
    storageLimits: hugeStorageLimits,
    hasDiskRoom: async () => true,
    images: createImageEncoder(),
    uploads: createLocalUploads({ folder: join(folder, 'work-samples') }),
    hostedHtml: createHostedHtml(),
    issuer: await createIssuer({
      origin: config.issuerOrigin,
      keys: createFileKeys(join(folder, 'keys')),
      now: () => clock.now(),
    }),
    witnesses: [],
    witnessStates: createWitnessStates(),
    papers: createTagPapers(join(folder, 'fonts')),
    banks: await shippedBanks,
    channelWatch: pollChannels({
      readVersions: (channels) => listChannelVersions(store, channels),
      log,
      intervalMs: 20,
    }),
    payments: choosePayments({ store, clock, secrets, urls: config.urls, stripe: stripeProviders(config.stripe) }),
    socialProviders: chooseSocialProviders({ settings: config.social, store, secrets, clock, urls: config.urls }),
    mirror: null,
    urls: config.urls,
    webhooksToLoopback: config.development,
    log,
    securityLog: security,
    mailWaiting,
    proofAlarm: createProofAlarm({ store, log, securityLog: security, secrets, clock, mailWaiting }),
    logGrew: () => {},
    ...options.services,
    store: options.services?.store ? withRepositories(options.services.store) : store,
  }
  const widgetScript = createWidgetScript({
    folder: options.widgetFolder ?? folder,
    version: '9.8.7',
    watch: config.development,
  })
  const app = createApp({
    services,
    adminHandlers,
    handlers: { ...handlers, ...options.handlers },
    pages: options.pages ?? pages,
    config,
    widgetScript,
    documents: createDocumentFolder(options.docsFolder ?? folder, config.urls.demo),
    vcApi: openVcApi({ vcApi: config.vcApi, dataDir: folder }, services),
    readiness: createReadiness(services),
    metrics: options.metrics ?? null,
  })
  const request = (path: string, init?: RequestInit, address = '192.0.2.1') =>
    Promise.resolve(app.request(path, init, { incoming: { socket: { remoteAddress: address } } }))

  return {
    app,
    request,
    services,
    store,
    clock,
    outbox,
    /** Sends webhooks shortly after what they tell of. */
    webhooks,
    logLines,
    /** Lines of the security log, which stand among the others where no file is named. */
    securityLines,
    /** Where the database and the files are. */
    folder,
    call: <K extends EndpointName>(name: K, input: Call<K>, how: CallOptions = {}) => call(request, name, input, how),
    /** The newest mail to an address, once everything in the outbox has left; null when there is none. */
    async mailTo(address: string): Promise<MailboxMessage | null> {
      await outbox.drain()
      return (await store.mailbox.list(address))[0] ?? null
    },
    /** Every row of every table, to show that nothing changed. */
    dumpDatabase: () => dumpDatabase(file),
    async close(): Promise<void> {
      await Promise.all([outbox.stop(1_000), webhooks.stop(1_000)])
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function createTestClock() {
  let now = Date.UTC(2026, 10, 21, 9)
  return {
    now: () => now,
    advance: (ms: number) => void (now += ms),
  }
}

function pick({ development, trustProxyHops }: TestApiOptions) {
  return { ...(development !== undefined && { development }), ...(trustProxyHops !== undefined && { trustProxyHops }) }
}

type SendRequest = (path: string, init?: RequestInit, address?: string) => Promise<Response>

async function call<K extends EndpointName>(
  send: SendRequest,
  name: K,
  input: Call<K>,
  how: CallOptions,
): Promise<TestAnswer<Output<K>>> {
  const { method, path, rest } = addressOf(name, input)
  const endpoint: Endpoint = endpoints[name]
  const { query, ...init } = toRequest(endpoint, rest)
  const headers = callHeaders(how, method !== 'GET' && endpoint.body === undefined)
  const response = await send(path + query, { method, headers, ...init }, how.address)
  const text = await response.text()
  const body: TestAnswer<unknown>['body'] = JSON.parse(text)
  const schema: (typeof schemas)[K]['output'] = schemas[name].output
  return {
    status: response.status,
    headers: response.headers,
    body,
    get data() {
      if (!response.ok) throw new Error(`${name} answered ${response.status} ${text}`)
      const data = v.parse(schema, body.data)
      // An answer says what the contract says and nothing beside it.
      expect(body.data).toEqual(data)
      return data
    },
  }
}

/** What is sent as the query, and what as the body. */
function toRequest({ method, body }: Endpoint, rest: object): { query: string; body?: BodyInit } {
  const entries = Object.entries(rest)
  const toQuery = (fields: [string, unknown][]) =>
    `?${new URLSearchParams(fields.map(([key, value]) => [key, String(value)]))}`
  if (method === 'GET') return { query: toQuery(entries) }
  if (body === 'multipart') return { query: '', body: toForm(rest) }
  if (body === undefined) return { query: '', body: JSON.stringify(rest) }
  const content: unknown = entries.find(([key]) => key === 'content')?.[1]
  return {
    query: toQuery(entries.filter(([key]) => key !== 'content')),
    ...(content instanceof Uint8Array && { body: new Uint8Array(content) }),
  }
}

function toForm(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value)
    else form.append(name, String(value))
  }
  return form
}

/** Fills the path parameters from the input; the rest is query or body. */
export function addressOf(name: EndpointName, input: object): { method: string; path: string; rest: object } {
  const endpoint: Endpoint = endpoints[name]
  const rest: Record<string, unknown> = { ...input }
  const path = endpoint.path.replace(/:(\w+)/gu, (_, parameter: string) => {
    const value = String(rest[parameter])
    delete rest[parameter]
    return encodeURIComponent(value)
  })
  const query = endpoint.query ? `?${new URLSearchParams(endpoint.query)}` : ''
  return { method: endpoint.method, path: path + query, rest }
}

/** The headers that the widget sends. */
export function callHeaders(how: CallOptions, withBody: boolean): Record<string, string> {
  const app = how.app ?? (how.key === undefined ? 'app_demo' : undefined)
  return {
    ...(withBody && { 'content-type': 'application/json' }),
    ...(app !== undefined && { 'x-app-id': app }),
    ...(how.key !== undefined && { 'x-api-key': how.key }),
    ...(how.origin !== undefined && { origin: how.origin }),
    ...(how.token !== undefined && { authorization: `Bearer ${how.token}` }),
    ...how.headers,
  }
}
