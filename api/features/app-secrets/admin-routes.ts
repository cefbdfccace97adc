import type { AdminInput } from '../../../contract/admin/schemas'
import type { Credential } from '../../../contract/admin/schemas/connections'
import { toIso, toIsoOrNull } from '../../lib/clock'
import { ApiError, reasonOf } from '../../lib/errors'
import type { Mode } from '../../lib/ids'
import type { PublicUrls, Services } from '../../http/services'
import type { AdminContext, AdminHandlers } from '../apps/secret-keys'
import { recordAction } from '../audit/actions'
import { type SmtpSettings, verifySmtp } from '../mail/mailers'
import { countSubscriptions } from '../payments/repository'
import { type Connect, isStripeError } from '../payments/stripe/client'
import { STRIPE_EVENTS } from '../payments/stripe/webhook'
import { isAllowedIpAddress, systemResolve } from '../webhooks/url'
import type { StripeSecret } from './accounts'
import { deleteCredential, findCredential, saveCredential, updateCredential } from './repository'
import type { CredentialKind, CredentialRow } from './repository'
import { lastTestMail } from './test-mail'

type Handlers = Pick<AdminHandlers, 'listCredentials' | 'setCredential' | 'removeCredential' | 'checkCredential'>
type Tools = Pick<
  Services,
  'store' | 'clock' | 'secrets' | 'appAccounts' | 'payments' | 'urls' | 'webhooksToLoopback' | 'log'
>
type Input = Omit<AdminInput<'setCredential'>, 'kind'>

const kinds = ['stripe', 'smtp'] as const

export const credentialHandlers: Handlers = {
  async listCredentials(services, caller) {
    const data: Credential[] = []
    for (const kind of kinds) data.push(await show(services, caller, kind))
    return { data }
  },

  /**
   * Checks the credential before it is stored. For Stripe it also makes the webhook.
   * @throws ApiError `credential-refused`, `other-stripe-account`, `encryption-key-missing`, `required-field-missing`, `not-found`
   */
  async setCredential(services, caller, { kind: name, ...input }) {
    const kind = requireKind(name)
    // Without a key nothing is made at Stripe that would be lost.
    services.appAccounts.cipher.seal({ ...scopeOf(caller), kind }, '')
    const row =
      kind === 'stripe' ? await checkStripe(services, caller, input) : await checkMailServer(services, caller, input)
    const before = await services.store.transaction(async (tx) => {
      const replaced = await findCredential(tx, scopeOf(caller), kind)
      await saveCredential(tx, row)
      await recordAction(tx, services, caller, { act: 'credential.set', subject: kind, detail: { ending: row.ending } })
      return replaced
    })
    await removeWebhook(services, before, row)
    return { data: await show(services, caller, kind) }
  },

  async removeCredential(services, caller, { kind: name }) {
    const kind = requireKind(name)
    const before = await services.store.transaction(async (tx) => {
      const removed = await findCredential(tx, scopeOf(caller), kind)
      if (await deleteCredential(tx, scopeOf(caller), kind))
        await recordAction(tx, services, caller, { act: 'credential.remove', subject: kind })
      return removed
    })
    await removeWebhook(services, before, null)
    return { data: await show(services, caller, kind) }
  },

  /** Asks Stripe or the mail server now. @throws ApiError `credential-not-found` */
  async checkCredential(services, caller, { kind: name }) {
    const kind = requireKind(name)
    const row = await findCredential(services.store, scopeOf(caller), kind)
    if (!row) throw new ApiError('credential-not-found')
    const checkError = await problemOf(services, row)
    await updateCredential(services.store, row, { checkedAt: services.clock.now(), checkError })
    return { data: await show(services, caller, kind) }
  },
}

type Caller = Pick<AdminContext, 'app' | 'mode' | 'actor'>
const scopeOf = ({ app, mode }: Caller) => ({ appId: app.id, mode })

/** @throws ApiError `not-found` */
function requireKind(name: string): CredentialKind {
  const kind = kinds.find((one) => one === name)
  if (!kind) throw new ApiError('not-found')
  return kind
}

/** Never the secret. */
async function show(services: Tools, caller: Caller, kind: CredentialKind): Promise<Credential> {
  const { store, payments } = services
  const row = await findCredential(store, scopeOf(caller), kind)
  const testMail = kind === 'smtp' ? await lastTestMail(services, scopeOf(caller)) : null
  if (!row) {
    const hasServer = kind === 'stripe' && payments.named('stripe', caller.mode) !== null
    const from = hasServer || kind === 'smtp' ? 'server' : 'none'
    const unset = { ending: null, detail: {}, changedAt: null, checkedAt: null, problem: null }
    return { kind, from, ...unset, subscriptions: await subscriptionsOf(services, caller, kind, null), testMail }
  }
  const detail: Record<string, string> = JSON.parse(row.detail)
  return {
    kind,
    from: 'app',
    ending: row.ending,
    detail,
    changedAt: toIso(row.changedAt),
    checkedAt: toIsoOrNull(row.checkedAt),
    problem: row.checkError,
    subscriptions: await subscriptionsOf(services, caller, kind, row.account),
    testMail,
  }
}

/** @param account the app's own account; null: none */
async function subscriptionsOf(
  { store, payments }: Pick<Tools, 'store' | 'payments'>,
  caller: Caller,
  kind: CredentialKind,
  account: string | null,
): Promise<Credential['subscriptions']> {
  if (kind !== 'stripe') return null
  const hasServer = payments.named('stripe', caller.mode) !== null
  const sold = await countSubscriptions(store, scopeOf(caller))
  const lost = [...sold].filter(([seller]) => (seller === null ? !hasServer : seller !== account))
  return {
    own: account === null ? 0 : (sold.get(account) ?? 0),
    elsewhere: lost.reduce((sum, [, count]) => sum + count, 0),
  }
}

const PREFIXES: Record<Mode, RegExp> = { test: /^[rs]k_test_\w+$/u, live: /^[rs]k_live_\w+$/u }
const ENDING_CHARS = 4

async function checkStripe(
  services: Tools,
  caller: Caller,
  { secretKey, replacesAccount = false }: Input,
): Promise<CredentialRow> {
  if (secretKey === undefined) throw new ApiError('required-field-missing')
  const { app, mode } = caller
  if (!PREFIXES[mode].test(secretKey))
    throw new ApiError('credential-refused', { message: `This is not a key of Stripe’s ${mode} mode.` })
  const connect = services.appAccounts.connect(secretKey)
  const account = await inPlainTerms(() => readAccount(connect))
  const before = await findCredential(services.store, scopeOf(caller), 'stripe')
  if (!replacesAccount && before?.account) await requireSameAccount(services, caller, before.account, account)
  const known = before?.account === account ? services.appAccounts.readStripe(before) : null
  const webhook = known?.webhookSecret
    ? { webhookId: known.webhookId, webhookSecret: known.webhookSecret }
    : await makeWebhook(connect, webhookUrl(services.urls, app.id, mode))
  const secret: StripeSecret = { secretKey, ...webhook }
  const detail = { account, webhook: secret.webhookId ?? '' }
  const checkError = secret.webhookId === null ? NO_WEBHOOK : null
  return {
    ...seal(services, caller, 'stripe', { secret, shown: secretKey }),
    detail: JSON.stringify(detail),
    account,
    checkError,
  }
}

/** Members could no longer change or cancel what the former account sold. @throws ApiError `other-stripe-account` */
async function requireSameAccount(
  { store }: Pick<Tools, 'store'>,
  caller: Caller,
  former: string,
  account: string,
): Promise<void> {
  const lost = former === account ? 0 : ((await countSubscriptions(store, scopeOf(caller))).get(former) ?? 0)
  if (lost > 0) throw new ApiError('other-stripe-account')
}

const NO_WEBHOOK = 'Stripe did not accept the webhook. The key needs the right to write webhook endpoints.'

export const APP_WEBHOOK_PATH = '/stripe-webhook'
const webhookUrl = ({ api }: Pick<PublicUrls, 'api'>, appId: string, mode: Mode): string =>
  `${api}${APP_WEBHOOK_PATH}/${appId}/${mode}`

/** A restricted key without the right to read its account gets the ID with the refusal. */
async function readAccount(connect: Connect): Promise<string> {
  try {
    const { id } = await (await connect()).accounts.retrieveCurrent()
    return id
  } catch (error) {
    const named = isStripeError(error) && error.type === 'StripePermissionError' && /\bacct_\w+/u.exec(error.message)
    if (!named) throw error
    return named[0]
  }
}

/** Null if Stripe refuses: purchases are then read when members return, and by the worker. */
async function makeWebhook(connect: Connect, url: string): Promise<Omit<StripeSecret, 'secretKey'>> {
  try {
    const stripe = await connect()
    const made = await stripe.webhookEndpoints.create({ url, enabled_events: [...STRIPE_EVENTS] })
    return { webhookId: made.id, webhookSecret: made.secret ?? null }
  } catch (error) {
    if (!isStripeError(error)) throw error
    return { webhookId: null, webhookSecret: null }
  }
}

/** Removes the previous account's endpoint. If Stripe refuses, its owner deletes it there: our server ignores its events. */
async function removeWebhook(
  { appAccounts, log }: Tools,
  before: CredentialRow | null,
  after: CredentialRow | null,
): Promise<void> {
  const [old, now] = [before, after].map((row) => row && row.kind === 'stripe' && appAccounts.readStripe(row))
  if (!old || old.webhookId === null || (now && now.webhookId === old.webhookId)) return
  try {
    await (await appAccounts.connect(old.secretKey)()).webhookEndpoints.del(old.webhookId)
  } catch (error) {
    log.warn({ reason: sentenceOf(error) }, 'could not delete the webhook of an earlier Stripe account')
  }
}

/** @throws ApiError `credential-refused` */
async function inPlainTerms<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new ApiError('credential-refused', { message: sentenceOf(cause), cause })
  }
}

/** Without the error's text, which may quote the secret. */
function sentenceOf(error: unknown): string {
  if (!isStripeError(error)) return 'The service cannot be reached with this.'
  return error.type === 'StripeAuthenticationError'
    ? 'Stripe does not know this key.'
    : 'Stripe did not accept this key.'
}

const PORT = { secure: 465, plain: 587 }

async function checkMailServer(services: Tools, caller: Caller, input: Input): Promise<CredentialRow> {
  const { host, secure = false, user, password } = input
  if (host === undefined || (user === undefined) !== (password === undefined))
    throw new ApiError('required-field-missing')
  const settings: SmtpSettings = {
    host,
    port: input.port ?? (secure ? PORT.secure : PORT.plain),
    secure,
    login: user === undefined || password === undefined ? null : { user, password },
  }
  await requirePublicHost(host, services.webhooksToLoopback)
  const problem = await mailProblem(settings)
  if (problem !== null) throw new ApiError('credential-refused', { message: problem })
  const detail = { host, port: String(settings.port), ...(user !== undefined && { user }) }
  return {
    ...seal(services, caller, 'smtp', { secret: settings, shown: password ?? '' }),
    detail: JSON.stringify(detail),
  }
}

/** An owner must not reach the server's own network through it. @throws ApiError `credential-refused` */
async function requirePublicHost(host: string, loopback: boolean): Promise<void> {
  const found = await systemResolve(host).catch(() => [])
  if (found.length === 0 || !found.every(({ address }) => isAllowedIpAddress(address, { loopback })))
    throw new ApiError('credential-refused', { message: 'This host name has no public IP address.' })
}

const MAIL_REASON_MAX_CHARS = 200

async function mailProblem(settings: SmtpSettings): Promise<string | null> {
  try {
    await verifySmtp(settings)
    return null
  } catch (error) {
    return `The mail server did not accept this: ${reasonOf(error).slice(0, MAIL_REASON_MAX_CHARS)}`
  }
}

function seal(
  { clock, appAccounts }: Tools,
  { app, mode }: Caller,
  kind: CredentialKind,
  { secret, shown }: { secret: object; shown: string },
): CredentialRow {
  const binding = { appId: app.id, mode, kind }
  const now = clock.now()
  return {
    ...binding,
    sealed: appAccounts.cipher.seal(binding, JSON.stringify(secret)),
    detail: '{}',
    ending: shown.length > 2 * ENDING_CHARS ? shown.slice(-ENDING_CHARS) : '',
    account: null,
    changedAt: now,
    checkedAt: now,
    checkError: null,
  }
}

async function problemOf({ appAccounts }: Tools, row: CredentialRow): Promise<string | null> {
  const unreadable = 'The stored secret cannot be decrypted: KEY_ENCRYPTION_KEY has changed. Enter it again.'
  if (row.kind === 'smtp') {
    const settings = appAccounts.readSmtp(row)
    return settings ? mailProblem(settings) : unreadable
  }
  const secret = appAccounts.readStripe(row)
  if (!secret) return unreadable
  try {
    await readAccount(appAccounts.connect(secret.secretKey))
    return secret.webhookId === null ? NO_WEBHOOK : null
  } catch (error) {
    return sentenceOf(error)
  }
}
