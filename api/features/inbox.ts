import * as v from 'valibot'
import type { Db } from '../database/db'
import { olderThan } from '../database/sql'
import type { PageCursor } from '../database/sql'
import type { Tables } from '../database/tables'
import { accountKey } from '../lib/ids'
import { tryTake } from '../ports/rate-limiter'
import { ApiError } from '../lib/errors'
import type { AppDefinition } from './apps/definition'
import { mailContent, mailTexts } from './mail/template'
import type { MailContent } from './mail/template'
import { toOutboxRow } from './mail/outbox'
import type { Mode } from '../lib/ids'
import { requireCaptcha } from './captcha/check'
import type { Handlers, RequestContext } from '../ports/handler'
import type { Services } from '../ports/services'

/** Messages to the owner of an app. See `receiveMessage` for what they can refuse. */
export const inboxHandlers = {
  /** An organization wants to become a partner. */
  async sendInquiry(services, request, { email, captchaToken, fax: _fax, ...fields }) {
    const reference = await receiveMessage(services, request, { kind: 'inquiry', email, captchaToken, fields })
    return { data: { reference } }
  },

  async sendContactMessage(services, request, { email, captchaToken, fax: _fax, ...fields }) {
    const reference = await receiveMessage(services, request, { kind: 'contact', email, captchaToken, fields })
    return { data: { reference } }
  },
} satisfies Partial<Handlers>

type InboxServices = Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'captcha' | 'mailWaiting'>

interface SentMessage extends Pick<InboxMessage, 'kind' | 'email' | 'fields'> {
  captchaToken: string
}

/**
 * Stores a message, mails it to the owner and confirms it to its sender: all or nothing. The confirmation repeats nothing of
 * the message, so it carries no stranger's words to anybody, and an email address gets few of them.
 * @returns the message's reference
 * @throws ApiError `not-found` for an app without an inbox, `too-many-requests`, `invalid-captcha`
 */
async function receiveMessage(
  services: InboxServices,
  request: RequestContext,
  { kind, email, captchaToken, fields }: SentMessage,
): Promise<string> {
  const { app, mode, address } = request
  const { store, secrets, clock, rateLimiter } = services
  if (!app.inbox) throw new ApiError('not-found')
  await rateLimiter.take('inboxMessagesPerAddress', address)
  await requireCaptcha(services, request, captchaToken)
  const message: InboxMessage = {
    id: secrets.id('msg'),
    appId: app.id,
    mode,
    kind,
    email,
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')),
    createdAt: clock.now(),
  }
  const mayConfirm = await tryTake(rateLimiter, 'inboxConfirmationsPerRecipient', accountKey(app.id, mode, email))
  const { ownerEmail } = app.inbox
  await store.transaction(async (tx) => {
    await insertInboxMessage(tx, message)
    const toOwner = toOutboxRow(services, app, { email: ownerEmail, mode }, messageMail(app, message))
    await tx.outbox.insert({ ...toOwner, replyTo: email })
    if (mayConfirm) await tx.outbox.insert(toOutboxRow(services, app, { email, mode }, confirmationMail(app, message)))
  })
  services.mailWaiting()
  return message.id
}

const messageTexts = {
  subject: 'New message ({kind}) at {app}: {reference}',
  intro: 'Somebody wrote to {app}. Your answer goes to them: {email}',
}

/** To the owner: every field. */
function messageMail(app: AppDefinition, { id, kind, email, fields }: InboxMessage): MailContent {
  const text = mailTexts(app, 'inbox-message', messageTexts, { kind, email, reference: id })
  const lines = Object.entries(fields).map(([name, value]) => ({ paragraph: `${name}: ${value}` }))
  return mailContent(text('subject'), [{ paragraph: text('intro') }, ...lines])
}

const confirmationTexts = {
  subject: '{app} has your message',
  'intro-inquiry': 'Thank you for your inquiry to {app}. A person reads it, and you hear from us within 24 hours.',
  'intro-contact': 'Thank you for your message to {app}. A person reads it, and answers in 5-7 business days.',
  reference: 'Its reference is {reference}.',
  stranger: 'If you wrote nothing to {app}, somebody else gave your address. Nothing more will come of it.',
}

function confirmationMail(app: AppDefinition, { id, kind }: InboxMessage): MailContent {
  const text = mailTexts(app, 'inbox-confirmation', confirmationTexts, { reference: id })
  return mailContent(text('subject'), [
    { paragraph: text(`intro-${kind}`) },
    { paragraph: text('reference') },
    { paragraph: text('stranger') },
  ])
}

/** A message as it is stored; its id is the reference that its sender gets. */
export interface InboxMessage extends Omit<Tables['inboxMessages'], 'fields'> {
  /** The fields that were not empty, by name. */
  fields: Record<string, string>
}

const storedFields = v.record(v.string(), v.string())

export async function insertInboxMessage(db: Db, message: InboxMessage): Promise<void> {
  await db.kysely
    .insertInto('inboxMessages')
    .values({ ...message, fields: JSON.stringify(message.fields) })
    .execute()
}

/**
 * A page of an app's messages, newest first.
 * @param before where the page before ended
 */
export async function listInboxMessages(
  db: Db,
  appId: string,
  mode: Mode,
  limit: number,
  before?: PageCursor | null,
): Promise<InboxMessage[]> {
  const rows = await db.kysely
    .selectFrom('inboxMessages')
    .selectAll()
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where(olderThan('createdAt', 'id', before))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toMessage)
}

/** Every message from an email address, oldest first. */
export async function listInboxMessagesFrom(db: Db, appId: string, mode: Mode, email: string): Promise<InboxMessage[]> {
  const rows = await db.kysely
    .selectFrom('inboxMessages')
    .selectAll()
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('email', '=', email)
    .orderBy('createdAt')
    .execute()
  return rows.map(toMessage)
}

const toMessage = (row: Tables['inboxMessages']): InboxMessage => ({
  ...row,
  fields: v.parse(storedFields, JSON.parse(row.fields)),
})
