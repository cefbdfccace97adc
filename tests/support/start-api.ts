import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import * as v from 'valibot'
import { expect } from 'vitest'
import { createApp } from '../../api/app'
import { readConfig } from '../../api/config'
import { adminHandlers, handlers, pages } from '../../api/endpoints'
import { createAppAccounts } from '../../api/features/app-secrets/accounts'
import { createCredentialCipher, readCredentialKeys } from '../../api/lib/credential-cipher'
import { createPasswordHasher } from '../../api/features/accounts/hasher'
import { createCaptcha } from '../../api/features/captcha/hosted'
import { createProofOfWork } from '../../api/features/captcha/proof-of-work'
import { pollChannels } from '../../api/features/comments/channel-watch'
import { watchConsoleEvents } from '../../api/features/console-events'
import { listChannelVersions } from '../../api/features/comments/repository'
import { createIssuer } from '../../api/features/credentials/issuer'
import { createDocumentFolder } from '../../api/features/docs/documents'
import { createWidgetScript } from '../../api/features/docs/widget-script'
import { createImageEncoder } from '../../api/features/files/images'
import { createLocalFiles, createLocalUploads } from '../../api/features/files/local'
import { filesUrl } from '../../api/features/files/open-storage'
import { createTestMailbox } from '../../api/features/mail/mailers'
import { createOutboxWorker } from '../../api/features/mail/outbox-worker'
import type { Handlers } from '../../api/features/members/context'
import { choosePayments, stripeProviders } from '../../api/features/payments/providers'
import { totpKeyOf } from '../../api/features/second-factor/totp'
import { chooseSocialProviders } from '../../api/features/social/choose-providers'
import { creditFulfilment } from '../../api/features/tag-purchases/fulfilment'
import { createTagDocuments } from '../../api/features/tags/documents/tag-documents'
import { createProofAlarm } from '../../api/features/tags/proof-alarm'
import { createWitnessStates } from '../../api/features/transparency-log/witnesses'
import { openVcApi } from '../../api/features/vc-api/issue'
import { openWebhooks } from '../../api/features/webhooks/worker'
import { createConsolePage } from '../../api/http/console-page'
import type { Metrics } from '../../api/http/metrics'
import type { HostedPages } from '../../api/http/pages'
import { watchRateLimiter } from '../../api/http/rate-limits/limiter'
import { createMemoryRateLimiter } from '../../api/http/rate-limits/memory'
import { createReadiness } from '../../api/http/readiness'
import { openSecurityLog } from '../../api/http/security-log'
import { createHostedHtml } from '../../api/lib/html'
import { createSecrets } from '../../api/lib/ids'
import type { Services } from '../../api/http/services'
import { endpoints } from '../../contract/endpoints'
import type { EndpointName } from '../../contract/endpoints'
import type { Endpoint } from '../../contract/endpoints/endpoint'
import type { ErrorBody } from '../../contract/errors'
import { schemas } from '../../contract/schemas'
import type { Call, Output } from '../../contract/schemas'
import { openDatabaseWithApps } from './database-with-apps'
import { dumpDatabase } from './dump-database'
import { hugeStorageLimits } from './huge-storage-limits'
import { withRepositories } from './repositories'
import type { Store } from './repositories'
import { shippedBanks } from './shipped-banks'
import { storedKeys } from './stored-keys'
import type { MailboxMessage } from '../../api/features/mail/outbox'

export interface CallOptions {
  /** A session token. */
  token?: string
  /** X-APP-ID; `app_demo` without a key. */
  app?: string
  /** X-API-Key */
  key?: string
  origin?: string
  /** Socket address. */
  address?: string
  headers?: Record<string, string>
}

export interface TestAnswer<T> {
  status: number
  headers: Headers
  /** `data` of the body; reading it on an error fails the test. */
  readonly data: T
  /** The whole body. */
  body: { data?: unknown; message?: string } & Partial<ErrorBody>
}

export interface TestApiOptions {
  /** Parent of the data folder; default: the system's temporary folder. */
  inFolder?: string
  /** 1000 by default, so that only tests about limits reach them. */
  rateLimitFactor?: number
  development?: boolean
  trustProxyHops?: number
  widgetFolder?: string
  /** As under `npm run dev`. */
  rebuilds?: boolean
  docsFolder?: string
  consoleFolder?: string
  pages?: HostedPages
  handlers?: Partial<Handlers>
  services?: Partial<Services>
  metrics?: Metrics
  env?: Record<string, string>
}

export type TestApi = Awaited<ReturnType<typeof startTestApi>>

/** How long servers cache an app's definition. */
export const APP_CACHED_MS = 1_000

/**
 * The real API over a real database file, without a socket. The clock is stopped, that of caches too, and password hashes are as cheap as
 * possible. Call `close` when done.
 */
export async function startTestApi(options: TestApiOptions = {}) {
  const folder = mkdtempSync(join(options.inFolder ?? tmpdir(), 'membership-api-'))
  const file = join(folder, 'membership.db')
  const config = { ...readConfig(options.env ?? {}), ...pick(options) }
  const clock = createTestClock()
  const opened = await openDatabaseWithApps({ file, filesUrl: filesUrl(config.urls), cacheClock: clock.now })
  const logLines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void logLines.push(line) })
  const securityLines: string[] = []
  const securityLog = pino({ level: 'trace' }, { write: (line: string) => void securityLines.push(line) })
  const secrets = createSecrets()
  const cipher = createCredentialCipher(
    readCredentialKeys({ dataDir: folder, databaseUrl: null }, config.encryptionKey),
  )
  const { store: watched, worker: webhooks } = openWebhooks(config, { store: opened, secrets, clock, log, cipher })
  const store = withRepositories(watched)
  const mailbox = createTestMailbox(store, clock)
  const appAccounts = createAppAccounts({ db: store, cipher, stripeApiUrl: config.stripe.apiUrl })
  const outbox = createOutboxWorker({
    db: store,
    mailers: { test: mailbox, live: mailbox },
    mailerOf: appAccounts.mailer,
    clock,
    log,
  })
  const security = openSecurityLog(config, securityLog)
  const mailWaiting = () => outbox.wake()
  const services: Omit<Services, 'store'> & { store: Store } = {
    hasher: createPasswordHasher({ memoryCost: 64, timeCost: 1 }),
    breachedPasswords: null,
    secrets,
    clock,
    rateLimiter: watchRateLimiter(createMemoryRateLimiter({ clock, factor: options.rateLimitFactor ?? 1_000 }), {
      clock,
      count: () => {},
    }),
    // As cheap as possible, like the password hashes.
    captcha: createCaptcha(config.captcha, { db: store, clock, cost: 1 }),
    proofOfWork: createProofOfWork({ db: store, clock, cost: 1 }),
    files: createLocalFiles(join(folder, 'files')),
    storageLimits: hugeStorageLimits,
    hasDiskRoom: async () => true,
    images: createImageEncoder(),
    uploads: createLocalUploads({ folder: join(folder, 'work-samples') }),
    hostedHtml: createHostedHtml(),
    issuer: await createIssuer({
      origin: config.issuerOrigin,
      keys: storedKeys(join(folder, 'keys')),
      now: () => clock.now(),
    }),
    witnesses: [],
    witnessStates: createWitnessStates(),
    documents: createTagDocuments(join(folder, 'fonts')),
    banks: await shippedBanks,
    assessmentPace: 0,
    consoleEvents: watchConsoleEvents({ store, log, intervalMs: 20 }),
    channelWatch: pollChannels({
      readVersions: (channels) => listChannelVersions(store, channels),
      log,
      intervalMs: 20,
    }),
    fulfilment: creditFulfilment,
    payments: choosePayments({
      store,
      clock,
      secrets,
      urls: config.urls,
      stripe: stripeProviders(config.stripe),
      ofApp: appAccounts.payments,
    }),
    appAccounts,
    webhookCipher: cipher,
    senderRecords: async () => null,
    totpCipher: createCredentialCipher([totpKeyOf(new Uint8Array(32))]),
    socialProviders: chooseSocialProviders({ settings: config.social, store, secrets, clock, urls: config.urls }),
    mirror: null,
    urls: config.urls,
    console: { ...config.console, development: config.development },
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
    rebuilds: options.rebuilds,
  })
  const app = createApp({
    services,
    adminHandlers,
    handlers: { ...handlers, ...options.handlers },
    pages: options.pages ?? pages,
    config,
    widgetScript,
    documents: createDocumentFolder(options.docsFolder ?? folder, config.urls.demo),
    consolePage: createConsolePage({ folder: options.consoleFolder ?? folder, watch: config.development }),
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
    webhooks,
    logLines,
    /** The security log, which shares stdout without a file. */
    securityLines,
    folder,
    call: <K extends EndpointName>(name: K, input: Call<K>, how: CallOptions = {}) => call(request, name, input, how),
    /** Delivers the outbox first. Null without a mail. */
    async mailTo(address: string): Promise<MailboxMessage | null> {
      await outbox.drain()
      return (await store.mailbox.list(address))[0] ?? null
    },
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
      // The response must match the contract exactly.
      expect(body.data).toEqual(data)
      return data
    },
  }
}

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

/** Path parameters come from the input; the rest is query or body. */
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
