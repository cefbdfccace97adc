import { type GoLiveCheck, goLiveChecks, type LiveState } from '../../../contract/admin/schemas/connections'
import { parseUrl } from '../../../contract/parse-url'
import { toIsoOrNull } from '../../lib/clock'
import { ApiError } from '../../lib/errors'
import { isLoopback } from '../../lib/text'
import type { Db } from '../../database/db'
import type { Services } from '../../http/services'
import { findCredential } from '../app-secrets/repository'
import { lastTestMail } from '../app-secrets/test-mail'
import type { AppFile, OwnerScope } from '../apps/definition'
import { readStoredApp } from '../apps/repository'
import type { AdminHandlers } from '../apps/secret-keys'
import { type Installation, listInstallations } from '../installations'
import { editDefinition } from './edit'

type Tools = Pick<
  Services,
  'appAccounts' | 'payments' | 'secrets' | 'senderRecords' | 'urls' | 'webhooksToLoopback'
> & {
  store: Db
}
type Domain = LiveState['domains'][number]
type Check = LiveState['checks'][number]

export const goLiveHandlers: Pick<AdminHandlers, 'readGoLive' | 'goLive'> = {
  /** Checks live mode, also for callers in Test Mode: that is where an owner prepares it. */
  async readGoLive(services, { app: { id } }) {
    return { data: await readState(services, id) }
  },

  /** @throws ApiError `not-ready-for-live` with the first reason */
  async goLive(services, caller, { domains }) {
    const { id } = caller.app
    const wanted = [...new Set(domains.map((domain) => domain.toLowerCase()))]
    const problem = wanted.length === 0 ? null : firstBlocker(await readState(services, id), wanted)
    if (problem !== null) throw new ApiError('not-ready-for-live', { message: problem })
    const act = wanted.length === 0 ? 'app.end-live' : 'app.go-live'
    await editDefinition(
      services,
      { ...caller, mode: 'live', ifMatch: undefined },
      {
        act,
        subject: wanted.join(', ') || id,
        isSame: () => true,
        change: (app) => void (app['liveDomains'] = wanted),
      },
    )
    return { data: await readState(services, id) }
  },
}

const sentences: Record<GoLiveCheck, string> = {
  'api-https': 'The console and the API need https.',
  'stripe-key': 'Paid plans need a live key of Stripe.',
  'stripe-webhook': 'Stripe has no webhook for this app yet.',
  'test-mail': 'No test email has been sent through the mail server yet.',
  'sender-dns': 'The domain of the sender has no SPF or DMARC record.',
  'test-purchase': 'No purchase was made in Test Mode yet.',
  'page-check': 'Check your pages.',
}

function firstBlocker({ domains, checks }: LiveState, wanted: readonly string[]): string | null {
  for (const name of wanted) {
    const domain = domains.find((one) => one.domain === name)
    if (!domain || domain.problem === 'not-called') return 'No page of this domain has called yet.'
    if (domain.problem === 'no-https') return 'The pages of this domain need https.'
  }
  const open = checks.find(({ importance, isDone }) => importance === 'blocker' && !isDone)
  return open ? (open.problem ?? sentences[open.id]) : null
}

/** @throws ApiError `app-not-found` */
async function readState(services: Tools, appId: string): Promise<LiveState> {
  const stored = await readStoredApp(services.store, appId)
  if (!stored) throw new ApiError('app-not-found')
  const calls = [
    ...(await listInstallations(services.store, { appId, mode: 'live' })),
    ...(await listInstallations(services.store, { appId, mode: 'test' })),
  ]
  return {
    isLive: stored.app.liveDomains.length > 0,
    domains: domainsOf(stored.app, calls, services.webhooksToLoopback),
    checks: await runChecks(services, stored.app),
  }
}

/** Live ones, the site's own, then those that called, latest first. @param loopback development: this machine may be live */
function domainsOf(
  { liveDomains, siteUrl }: Pick<AppFile, 'liveDomains' | 'siteUrl'>,
  calls: readonly Installation[],
  loopback: boolean,
): Domain[] {
  const latest = calls.toSorted((one, other) => other.lastSeenAt - one.lastSeenAt)
  const names = [...liveDomains, siteUrl, ...latest.map(({ origin }) => origin)].flatMap((text) => {
    const name = text === undefined ? undefined : (parseUrl(text)?.hostname ?? text)
    return name === undefined || (isLoopback(name) && !loopback && !liveDomains.includes(name)) ? [] : [name]
  })
  return [...new Set(names.map((name) => name.toLowerCase()))].map((domain) => {
    const own = latest.filter(({ origin }) => parseUrl(origin)?.hostname === domain)
    const isLive = liveDomains.some((one) => one.toLowerCase() === domain)
    const isSafe = isLoopback(domain) || own.some(({ origin }) => origin.startsWith('https:'))
    const problem = isLive ? null : own.length === 0 ? 'not-called' : isSafe ? null : 'no-https'
    return { domain, isLive, lastCallAt: toIsoOrNull(own[0]?.lastSeenAt ?? null), problem }
  })
}

async function runChecks(services: Tools, app: Pick<AppFile, 'id' | 'mail' | 'plans'>): Promise<Check[]> {
  const { store, urls } = services
  const scope = { appId: app.id, mode: 'live' as const }
  const api = new URL(urls.api)
  const sells = app.plans.some(({ active, prices }) => active && prices.some((price) => price.active))
  return [
    toCheck('api-https', api.protocol === 'https:' || isLoopback(api.hostname)),
    ...(sells ? await stripeChecks(services, app.id) : []),
    await mailCheck(services, scope),
    await senderCheck(services, app.mail.sender),
    ...(sells ? [toCheck('test-purchase', await hasTestPurchase(store, app.id))] : []),
    // Its rules run in browsers.
    toCheck('page-check', null),
  ]
}

async function mailCheck(services: Tools, scope: OwnerScope): Promise<Check> {
  const mail = await lastTestMail(services, scope)
  return toCheck('test-mail', mail !== null && mail.problem === null, mail?.problem ?? null)
}

/** Whether others can see that mails of the sender are real. */
async function senderCheck(
  { senderRecords }: Pick<Tools, 'senderRecords'>,
  { address: email }: AppFile['mail']['sender'],
): Promise<Check> {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const records = await senderRecords(domain)
  const missing = [...(records?.spf === false ? ['SPF'] : []), ...(records?.dmarc === false ? ['DMARC'] : [])]
  if (missing.length === 0) return toCheck('sender-dns', records?.spf && records.dmarc ? true : null)
  const problem = `${domain} has no ${missing.join(' and no ')} record: mail from ${email} may be taken for spam. Your mail provider says which to add.`
  return toCheck('sender-dns', false, problem)
}

async function stripeChecks({ store, payments, appAccounts }: Tools, appId: string): Promise<Check[]> {
  const row = await findCredential(store, { appId, mode: 'live' }, 'stripe')
  if (!row) {
    const hasKey = payments.named('stripe', 'live') !== null
    return [
      toCheck('stripe-key', hasKey),
      toCheck('stripe-webhook', hasKey && appAccounts.serverWebhooks.includes('live')),
    ]
  }
  const secret = appAccounts.readStripe(row)
  const hasWebhook = secret !== null && secret.webhookSecret !== null
  // A missing webhook is a problem of its own.
  const problem = hasWebhook || secret === null ? row.checkError : null
  return [
    toCheck('stripe-key', secret !== null && problem === null, problem),
    toCheck('stripe-webhook', hasWebhook, hasWebhook ? null : row.checkError),
  ]
}

const toCheck = (id: GoLiveCheck, isDone: boolean | null, problem: string | null = null): Check => ({
  id,
  importance: goLiveChecks[id],
  isDone,
  problem,
})

async function hasTestPurchase({ kysely }: Db, appId: string): Promise<boolean> {
  const row = await kysely
    .selectFrom('purchases')
    .select('id')
    .where('appId', '=', appId)
    .where('mode', '=', 'test')
    .where('externalId', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
