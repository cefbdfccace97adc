import { join } from 'node:path'
import pino from 'pino'
import * as v from 'valibot'
import { onTestFinished } from 'vitest'
import { handlers } from '../../api/endpoints'
import { createAppAccounts } from '../../api/features/app-secrets/accounts'
import { createCredentialCipher } from '../../api/lib/credential-cipher'
import { createPasswordHasher } from '../../api/features/accounts/hasher'
import type { PasswordHasher } from '../../api/features/accounts/hasher'
import type { AppDefinition } from '../../api/features/apps/definition'
import { createProofOfWork } from '../../api/features/captcha/proof-of-work'
import { pollChannels } from '../../api/features/comments/channel-watch'
import { watchConsoleEvents } from '../../api/features/console-events'
import { listChannelVersions } from '../../api/features/comments/repository'
import { createIssuer } from '../../api/features/credentials/issuer'
import { createImageEncoder } from '../../api/features/files/images'
import { createLocalFiles, createLocalUploads } from '../../api/features/files/local'
import type { AnswerFor, RequestContext, RequestFor } from '../../api/features/members/context'
import { choosePayments } from '../../api/features/payments/providers'
import { totpKeyOf } from '../../api/features/second-factor/totp'
import { chooseSocialProviders } from '../../api/features/social/choose-providers'
import { creditFulfilment } from '../../api/features/tag-purchases/fulfilment'
import { createTagDocuments } from '../../api/features/tags/documents/tag-documents'
import { createWitnessStates } from '../../api/features/transparency-log/witnesses'
import { createMemoryRateLimiter } from '../../api/http/rate-limits/memory'
import { SerializedAnswer } from '../../api/http/responses'
import { createHostedHtml } from '../../api/lib/html'
import { createSecrets } from '../../api/lib/ids'
import type { OutboxRow } from '../../api/features/mail/outbox'
import type { Services } from '../../api/http/services'
import { tempFolder } from './temp-folder'
import { endpoints } from '../../contract/endpoints'
import type { EndpointName } from '../../contract/endpoints'
import { schemas } from '../../contract/schemas'
import type { Call, Input } from '../../contract/schemas'
import { openDatabaseWithApps } from './database-with-apps'
import { hugeStorageLimits } from './huge-storage-limits'
import type { Store } from './repositories'
import { shippedBanks } from './shipped-banks'
import { storedKeys } from './stored-keys'

/** A clock that changes only when a test moves it. */
export const START = Date.parse('2026-11-21T09:00:00Z')

export interface TestServices extends Omit<Services, 'store'> {
  store: Store
  app: AppDefinition
  /** Moves the clock. */
  wait(milliseconds: number): void
  /** How many argon2 computations ran. */
  hashes(): number
  /** Claims the due mails of the outbox, oldest first. */
  mails(): Promise<OutboxRow[]>
  /** Checks the input as the HTTP layer does, then runs the handler. */
  call<K extends EndpointName>(name: K, input: Call<K>, context?: Partial<RequestContext>): Promise<AnswerFor<K>>
  /** The context of a request with this session token. */
  as(accessToken: string): Promise<Partial<RequestContext>>
}

/** Real parts: SQLite in a temporary folder, argon2id with light parameters, the shipped app definitions. */
export async function openTestServices(changes: Partial<AppDefinition> = {}): Promise<TestServices> {
  const store = await openDatabaseWithApps({ file: join(tempFolder(), 'membership.db') })
  onTestFinished(() => store.close())
  const app = { ...(await store.apps.findById('app_demo'))!, ...changes }

  let now = START
  const clock = { now: () => now }
  const { hasher, hashes } = createCountingHasher()
  const secrets = createSecrets()
  const urls = { api: 'http://localhost:4001', site: 'http://localhost:4000', demo: 'http://localhost:4002' }
  const services: Omit<Services, 'store'> & { store: Store } = {
    store,
    hasher,
    breachedPasswords: null,
    secrets,
    clock,
    rateLimiter: createMemoryRateLimiter({ clock, factor: 1 }),
    captcha: createProofOfWork({ db: store, clock, cost: 1 }),
    proofOfWork: createProofOfWork({ db: store, clock, cost: 1 }),
    files: createLocalFiles(join(tempFolder(), 'files')),
    storageLimits: hugeStorageLimits,
    hasDiskRoom: async () => true,
    images: createImageEncoder(),
    uploads: createLocalUploads({ folder: join(tempFolder(), 'work-samples') }),
    hostedHtml: createHostedHtml(),
    issuer: await createIssuer({
      origin: urls.api,
      keys: storedKeys(join(tempFolder(), 'keys')),
      now: () => clock.now(),
    }),
    witnesses: [],
    witnessStates: createWitnessStates(),
    documents: createTagDocuments(tempFolder()),
    banks: await shippedBanks,
    assessmentPace: 0,
    consoleEvents: watchConsoleEvents({ store, log: pino({ level: 'silent' }) }),
    channelWatch: pollChannels({
      readVersions: (channels) => listChannelVersions(store, channels),
      log: pino({ level: 'silent' }),
    }),
    fulfilment: creditFulfilment,
    payments: choosePayments({ store, clock, secrets, urls }),
    appAccounts: createAppAccounts({ db: store, cipher: createCredentialCipher([]), stripeApiUrl: null }),
    webhookCipher: createCredentialCipher([]),
    senderRecords: async () => null,
    totpCipher: createCredentialCipher([totpKeyOf(new Uint8Array(32))]),
    socialProviders: chooseSocialProviders({ store, secrets, clock, urls }),
    mirror: null,
    urls,
    console: { enabled: true, allows: null, development: true, sendsMail: false },
    log: pino({ level: 'silent' }),
    securityLog: { write: () => {} },
    webhooksToLoopback: true,
    mailWaiting: () => {},
    proofAlarm: () => {},
    logGrew: () => {},
  }
  const visitor: RequestContext = {
    app,
    mode: 'test',
    origin: 'http://localhost:4002',
    ipAddress: '192.0.2.1',
    member: null,
    tokenDigest: null,
    visitorDigest: null,
    path: '/signup.html',
    mayTrack: true,
  }
  return {
    ...services,
    app,
    hashes,
    wait: (milliseconds) => {
      now += milliseconds
    },
    mails: () => store.outbox.claimDue(now, now + 1, 100),
    call: <K extends EndpointName>(name: K, input: Call<K>, context: Partial<RequestContext> = {}) => {
      // Path parameters are not in a schema; other fields that a schema does not name are dropped.
      const checked = {
        ...(endpoints[name].path.includes(':') && input),
        ...v.parse(schemas[name].input, input),
      }
      // A handler may return, and throw, synchronously.
      return Promise.resolve()
        .then(() =>
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the HTTP layer guarantees a handler
          handlers[name](services, { ...visitor, ...context } as RequestFor<K>, checked as Input<K>),
        )
        .then((answer) => (answer instanceof SerializedAnswer ? answer.parse() : answer))
    },
    as: async (accessToken) => {
      const tokenDigest = secrets.digest(accessToken)
      const session = await store.sessions.find(tokenDigest, now)
      return { tokenDigest, member: session && (await store.members.findById(session.memberId)) }
    },
  }
}

function createCountingHasher(): { hasher: PasswordHasher; hashes: () => number } {
  const real = createPasswordHasher({ memoryCost: 64, timeCost: 1 })
  let count = 0
  const counted = <T>(work: Promise<T>): Promise<T> => {
    count += 1
    return work
  }
  return {
    hasher: {
      ...real,
      hash: (password) => counted(real.hash(password)),
      verify: (hash, password) => counted(real.verify(hash, password)),
      renew: async (hash, password) => {
        const renewed = await real.renew(hash, password)
        if (renewed !== null) count += 1
        return renewed
      },
    },
    hashes: () => count,
  }
}

/** The six digits in a mail, on their own line. */
export function codeIn(mail: OutboxRow | undefined): string {
  return /^(\d{6})$/mu.exec(mail?.text ?? '')?.[1] ?? 'no code'
}

/** The token of a mail's link. */
export function tokenIn(mail: OutboxRow | undefined): string {
  return /\?token=([\w-]+)$/mu.exec(mail?.text ?? '')?.[1] ?? 'no token'
}
