import type { InboxKind, InboxMessageRow } from '../../ports/inbox-store'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import { accountKey } from '../account-key'
import { tryTake } from '../accounts/try-take'
import { ApiError } from '../api-error'
import { inboxConfirmationMail } from '../mails/inbox-confirmation-mail'
import { inboxMessageMail } from '../mails/inbox-message-mail'
import { toOutboxRow } from '../../features/mail/outbox'
import { requireCaptcha } from '../../features/captcha/check'

export type InboxServices = Pick<Services, 'store' | 'secrets' | 'clock' | 'rateLimiter' | 'captcha' | 'mailWaiting'>

export interface Message {
  kind: InboxKind
  email: string
  captchaToken: string
  /** What was filled in, by field; empty ones are left out. */
  fields: Record<string, string>
}

/**
 * Keeps a message for the owner of an app, mails it to them, and confirms it to the sender: all or nothing. The
 * confirmation repeats nothing of what was written, so that it carries no stranger's words to anybody, and an address
 * gets few of them.
 *
 * @returns the message's reference
 * @throws ApiError `not-found` for an app that takes none, `too-many-requests`, `invalid-captcha`
 */
export async function receiveMessage(
  services: InboxServices,
  request: RequestContext,
  { kind, email, captchaToken, fields }: Message,
): Promise<string> {
  const { app, mode, address } = request
  const { store, secrets, clock, rateLimiter } = services
  if (!app.inbox) throw new ApiError('not-found')
  await rateLimiter.take('inboxMessagesPerAddress', address)
  await requireCaptcha(services, request, captchaToken)
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
  const row: InboxMessageRow = {
    id: secrets.id('msg'),
    appId: app.id,
    mode,
    kind,
    email,
    fields: filled,
    createdAt: clock.now(),
  }
  const mayConfirm = await tryTake(rateLimiter, 'inboxConfirmationsPerRecipient', accountKey(app.id, mode, email))
  const { ownerEmail } = app.inbox
  await store.transaction(async ({ inbox, outbox }) => {
    await inbox.insert(row)
    const toOwner = toOutboxRow(services, app, { email: ownerEmail, mode }, inboxMessageMail(app, row))
    await outbox.insert({ ...toOwner, replyTo: email })
    if (mayConfirm) await outbox.insert(toOutboxRow(services, app, { email, mode }, inboxConfirmationMail(app, row)))
  })
  services.mailWaiting()
  return row.id
}
