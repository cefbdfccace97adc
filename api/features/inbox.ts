import * as v from 'valibot'
import type { Db } from '../database/db'
import { olderThan, type PageCursor } from '../database/sql'
import type { Tables } from '../database/tables'
import type { Mode } from '../lib/ids'
import { tryTake, accountKey } from '../http/rate-limits/limiter'
import { ApiError } from '../lib/errors'
import type { AppDefinition, OwnerScope } from './apps/definition'
import { insertMail, mailContent, type MailContent, textsOfMail, toOutboxRow } from './mail/outbox'
import { requireCaptcha } from './captcha/check'
import type { Handlers, RequestContext } from './members/context'
import type { Services } from '../http/services'

/** Errors: see `receiveMessage`. */
export const inboxHandlers = {
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
 * Stores the message, mails the owner and confirms it to the sender, in one transaction. The confirmation quotes nothing, so it cannot
 * carry
 * a stranger's text, and is limited per email.
 * @returns the message's reference
 * @throws ApiError `not-found` for an app without an inbox, `too-many-requests`, `invalid-captcha`
 */
async function receiveMessage(
  services: InboxServices,
  request: RequestContext,
  { kind, email, captchaToken, fields }: SentMessage,
): Promise<string> {
  const { app, mode, ipAddress } = request
  const { store, secrets, clock, rateLimiter } = services
  if (!app.inbox) throw new ApiError('not-found')
  await rateLimiter.take('inboxMessagesPerAddress', ipAddress)
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
    await insertMail(tx, { ...toOwner, replyTo: email })
    if (mayConfirm) await insertMail(tx, toOutboxRow(services, app, { email, mode }, confirmationMail(app, message)))
  })
  services.mailWaiting()
  return message.id
}

/** An owner replaces a text in `mail.texts` by `<mail>.<key>`. */
const mailTexts = {
  'inbox-message': {
    subject: 'New message ({kind}) at {app}: {reference}',
    intro: 'A visitor wrote to {app}. Reply to this email to answer them at {email}.',
  },
  'inbox-confirmation': {
    subject: '{app} has received your message',
    'intro-inquiry': 'Thank you for your inquiry to {app}. A person will read it and reply within 24 hours.',
    'intro-contact': 'Thank you for your message to {app}. A person will read it and reply in 5-7 business days.',
    reference: 'Your reference is {reference}.',
    stranger: 'If you did not write to {app}, someone else entered your email address. You can ignore this email.',
  },
} as const

function messageMail(app: AppDefinition, { id, kind, email, fields }: InboxMessage): MailContent {
  const text = textsOfMail(app, 'inbox-message', mailTexts['inbox-message'], { kind, email, reference: id })
  const lines = Object.entries(fields).map(([name, value]) => ({ paragraph: `${name}: ${value}` }))
  return mailContent(text('subject'), [{ paragraph: text('intro') }, ...lines])
}

function confirmationMail(app: AppDefinition, { id, kind }: InboxMessage): MailContent {
  const text = textsOfMail(app, 'inbox-confirmation', mailTexts['inbox-confirmation'], { reference: id })
  return mailContent(text('subject'), [
    { paragraph: text(`intro-${kind}`) },
    { paragraph: text('reference') },
    { paragraph: text('stranger') },
  ])
}

/** The id is the sender's reference. */
export interface InboxMessage extends Omit<Tables['inboxMessages'], 'fields'> {
  fields: Record<string, string>
}

const storedFields = v.record(v.string(), v.string())

export async function insertInboxMessage(db: Db, message: InboxMessage): Promise<void> {
  await db.kysely
    .insertInto('inboxMessages')
    .values({ ...message, fields: JSON.stringify(message.fields) })
    .execute()
}

/** Newest first. @param before end of the previous page */
export async function listInboxMessages(
  db: Db,
  { appId, mode }: OwnerScope,
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

/** Oldest first. */
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
