import type { Credential } from '../../../contract/admin/schemas/connections'
import { toIso } from '../../lib/clock'
import { ApiError, reasonOf } from '../../lib/errors'
import { fillText, isLoopback } from '../../lib/text'
import type { Db } from '../../database/db'
import type { Services } from '../../http/services'
import type { OwnerScope } from '../apps/definition'
import type { AdminHandlers } from '../apps/secret-keys'
import { recordAction } from '../audit/actions'
import type { Mailer, SmtpSettings } from '../mail/mailers'
import { fixedTexts, mailContent, toOutboxRow } from '../mail/outbox'
import { testMailTexts } from './mail-texts'
import { findCredential, findTestMail, saveTestMail } from './repository'
import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { ttlCache } from '../../lib/cache'

type Tools = Pick<Services, 'appAccounts' | 'secrets'> & { store: Db }

/** A mail server must answer while a person waits. */
const SEND_MAX_MS = 20_000
const REASON_MAX_CHARS = 200

export const testMailHandlers: Pick<AdminHandlers, 'sendTestMail'> = {
  /** At once and without the outbox, so that the answer says what the mail server said. @throws ApiError `no-mail-server`, `too-many-requests` */
  async sendTestMail(services, caller, { email: given }) {
    const { app, mode, actor, keyId } = caller
    const email = given ?? (actor.kind === 'staff' ? actor.email : undefined)
    if (email === undefined) throw new ApiError('required-field-missing')
    await services.rateLimiter.take('testMailsPerPerson', keyId)
    const scope = { appId: app.id, mode }
    const server = await mailServerOf(services, scope)
    if (!server) throw new ApiError('no-mail-server')
    const { refused: _refused, ...texts } = testMailTexts
    const text = fixedTexts(texts, { app: app.name })
    const {
      appId: _,
      mode: _mode,
      attempts: _attempts,
      nextAttemptAt: _due,
      createdAt: _at,
      ...mail
    } = toOutboxRow(
      services,
      app,
      { email, mode },
      mailContent(text('subject'), [{ paragraph: text('intro') }, { paragraph: text('members') }]),
    )
    const error = await problemOf(server.mailer, mail)
    const at = services.clock.now()
    await services.store.transaction(async (tx) => {
      await saveTestMail(tx, { ...scope, fingerprint: server.fingerprint, at, error })
      const detail = { result: error === null ? 'taken' : 'refused' }
      await recordAction(tx, services, caller, { act: 'credential.test-mail', subject: 'smtp', detail })
    })
    return { data: { at: toIso(at), problem: error, email } }
  },
}

async function problemOf(mailer: Mailer, mail: Parameters<Mailer['send']>[0]): Promise<string | null> {
  try {
    await mailer.send(mail, AbortSignal.timeout(SEND_MAX_MS))
    return null
  } catch (error) {
    return fillText(testMailTexts.refused, { reason: reasonOf(error).slice(0, REASON_MAX_CHARS) })
  }
}

/** Last test of the mail server in use; null without a test of the present server. */
export async function lastTestMail(tools: Tools, scope: OwnerScope): Promise<Credential['testMail']> {
  const server = await mailServerOf(tools, scope)
  const row = server && (await findTestMail(tools.store, scope, server.fingerprint))
  return row && { at: toIso(row.at), problem: row.error }
}

interface MailServer {
  mailer: Mailer
  /** Says whether it is still the same; a re-encrypted password changes nothing. */
  fingerprint: string
}

/** The app's own mail server, else the server's. */
async function mailServerOf({ appAccounts, secrets, store }: Tools, scope: OwnerScope): Promise<MailServer | null> {
  const row = await findCredential(store, scope, 'smtp')
  if (row) {
    const mailer = await appAccounts.mailer(scope)
    return mailer && { mailer, fingerprint: secrets.digest(`app ${row.changedAt} ${row.detail}`) }
  }
  const { serverMail } = appAccounts
  return (
    serverMail && {
      mailer: serverMail.mailers[scope.mode],
      fingerprint: secrets.digest(`server ${nameOf(serverMail.settings)}`),
    }
  )
}

const nameOf = ({ host, port, login }: SmtpSettings): string => `${login?.user ?? ''}@${host}:${port}`

declare module '../../http/services' {
  interface Services {
    senderRecords: FindSenderRecords
  }
}

/** Records that receiving mail servers look up; null: the lookup failed. */
export interface SenderRecords {
  spf: boolean | null
  dmarc: boolean | null
}

/** Null for domains that no mail server knows, such as those of this machine. @param domain of the sender's address */
export type FindSenderRecords = (domain: string) => Promise<SenderRecords | null>

export type ResolveTxt = (name: string) => Promise<string[][]>

const KNOWN_MS = 60_000
const LOOKUP_MAX_MS = 2_000
const LABELS_MAX = 10
/** Of RFC 2606 and RFC 6762. */
const RESERVED = /(^|\.)(example|invalid|local|localhost|test|example\.(com|net|org))$/u

/** @param resolveTxt default: the DNS servers of the system, with a limit of time */
export function createSenderRecords(resolveTxt: ResolveTxt = resolveSoon): FindSenderRecords {
  return ttlCache(KNOWN_MS, async (name) => {
    const domain = name.toLowerCase()
    if (RESERVED.test(domain) || isLoopback(domain) || isIP(domain) !== 0 || !domain.includes('.')) return null
    const [spf, dmarc] = await Promise.all([
      hasRecord(resolveTxt, domain, /^v=spf1( |$)/iu),
      hasPolicy(resolveTxt, domain),
    ])
    return { spf, dmarc }
  })
}

const resolveSoon: ResolveTxt = (name) => new Resolver({ timeout: LOOKUP_MAX_MS, tries: 1 }).resolveTxt(name)

async function hasRecord(resolveTxt: ResolveTxt, name: string, pattern: RegExp): Promise<boolean | null> {
  try {
    return (await resolveTxt(name)).some((parts) => pattern.test(parts.join('')))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    return code === 'ENOTFOUND' || code === 'ENODATA' ? false : null
  }
}

/** A policy of a parent domain covers its subdomains. */
async function hasPolicy(resolveTxt: ResolveTxt, domain: string): Promise<boolean | null> {
  const labels = domain.split('.').slice(-LABELS_MAX)
  for (let from = 0; from <= labels.length - 2; from += 1) {
    const found = await hasRecord(resolveTxt, `_dmarc.${labels.slice(from).join('.')}`, /^v=DMARC1\s*;/iu)
    if (found !== false) return found
  }
  return false
}
