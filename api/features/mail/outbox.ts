import { readEmailAddress } from '../../../contract/email-address'
import type { Db } from '../../database/db'
import { claimDue } from '../../database/sql'
import type { MailColumns, Tables } from '../../database/tables'
import type { Services } from '../../http/services'
import { readablePair } from '../../lib/colors'
import type { Mode } from '../../lib/ids'
import { escapeHtml, fillText } from '../../lib/text'
import type { Placeholder } from '../../lib/text'
import type { AppDefinition } from '../apps/definition'

export type MailContent = Pick<Mail, 'subject' | 'text' | 'html'>

/** Text and HTML come from the same blocks, so they cannot differ. */
type MailBlock = { paragraph: string } | { code: string } | { link: string; label: string }

/** A code has its own line, for people and programs. The HTML sets both colors of each pair and has a dark scheme. */
export function mailContent(subject: string, blocks: readonly MailBlock[]): MailContent {
  return {
    subject,
    text: `${blocks.map(toText).join('\n\n')}\n`,
    html: toDocument(subject, blocks.map(toHtml).join('\n')),
  }
}

function toText(block: MailBlock): string {
  if ('paragraph' in block) return block.paragraph
  return 'code' in block ? block.code : `${block.label}:\n${block.link}`
}

function toHtml(block: MailBlock): string {
  if ('paragraph' in block) return `<p>${escapeHtml(block.paragraph)}</p>`
  if ('code' in block) return `<p class="code"><strong>${escapeHtml(block.code)}</strong></p>`
  const url = escapeHtml(block.link)
  return `<p><a class="button" href="${url}">${escapeHtml(block.label)}</a></p>\n<p class="address">${url}</p>`
}

function toDocument(subject: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${styles}</style>
</head>
<body>
${body}
</body>
</html>
`
}

const BUTTON = 'background: #1d4ed8; color: #ffffff;'
/** The buttons in the app's color. */
function withBrand(content: MailContent, { colors }: AppDefinition['branding']): MailContent {
  const pair = readablePair(colors.lightMode)
  if (!pair) return content
  return { ...content, html: content.html.replace(BUTTON, `background: ${pair.ground}; color: ${pair.text};`) }
}

const styles = `
:root { color-scheme: light dark; }
body { margin: 0 auto; padding: 24px; max-width: 32rem; background: #ffffff; color: #1a1f29;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
.code { font-size: 32px; letter-spacing: 0.2em; }
.button { display: inline-block; padding: 12px 20px; border-radius: 8px; ${BUTTON}
  font-weight: 600; text-decoration: none; }
.address { font-size: 13px; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) { body { background: #14181f; color: #eef1f6; } }
`

type TextValues<Texts> = Readonly<Record<Placeholder<Texts[keyof Texts]>, string | number>>
type Table = Readonly<Record<string, string>>

/**
 * The owner's sentences (`mail.texts`, under `<mail>.<key>`) or the defaults, with `{app}` and `values` filled in.
 * @param mail such as `reset-password`
 */
export function textsOfMail<const Texts extends Table>(
  app: AppDefinition,
  mail: string,
  texts: Texts,
  values: Omit<TextValues<Texts>, 'app'>,
): (key: keyof Texts & string) => string {
  const filled = { app: app.name, ...values }
  return (key) => fillText(app.mail.texts[`${mail}.${key}`] ?? texts[key] ?? '', filled)
}

/** The texts of a mail that owners cannot change. */
export function fixedTexts<const Texts extends Table>(
  texts: Texts,
  values: TextValues<Texts>,
): (key: keyof Texts & string) => string {
  return (key) => fillText(texts[key] ?? '', values)
}

export interface Mail {
  id: string
  to: string
  /** `Name <address>`. */
  from: string
  replyTo?: string
  /** One-click unsubscription (RFC 8058). */
  unsubscribeUrl?: string
  subject: string
  text: string
  html: string
}

export interface OutboxRow extends Mail {
  appId: string
  mode: Mode
  attempts: number
  nextAttemptAt: number
  createdAt: number
}

/** A mail that Test Mode or development would have sent. */
export interface MailboxMessage extends Mail {
  /** ISO 8601, UTC. */
  sentAt: string
}

const LISTED_MAILS_MAX = 200

export async function insertMail({ kysely }: Db, mail: OutboxRow): Promise<void> {
  const { appId, mode, attempts, nextAttemptAt, createdAt } = mail
  const row = { ...toMailColumns(mail), appId, mode, attempts, nextAttemptAt, createdAt, lastError: null }
  await kysely.insertInto('outbox').values(row).execute()
}

/** Longer than the longest pause between two attempts, which is an hour. */
const PAUSE_MAX_MS = 2 * 60 * 60 * 1000

/** Oldest first. See `claimDue`. */
export async function claimDueMails(db: Db, now: number, claimUntil: number, limit: number): Promise<OutboxRow[]> {
  const rows = await claimDue(db, 'outbox', { now, claimUntil, limit, pauseMaxMs: PAUSE_MAX_MS })
  return rows.toSorted((a, b) => a.createdAt - b.createdAt).map(readOutboxRow)
}

export async function deleteMail({ kysely }: Db, id: string): Promise<void> {
  await kysely.deleteFrom('outbox').where('id', '=', id).execute()
}

export async function rescheduleMail(
  { kysely }: Db,
  id: string,
  { attempts, nextAttemptAt, lastError }: { attempts: number; nextAttemptAt: number; lastError: string },
): Promise<void> {
  await kysely.updateTable('outbox').set({ attempts, nextAttemptAt, lastError }).where('id', '=', id).execute()
}

/** Idempotent: after an expired claim a mail may be delivered again. */
export async function insertMailboxMessage({ kysely }: Db, mail: Mail, sentAt: number): Promise<void> {
  await kysely
    .insertInto('mailbox')
    .values({ ...toMailColumns(mail), sentAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Recipients are stored with their domain in ASCII. */
const asStored = (typed: string): string => (readEmailAddress(typed) ?? typed).toLowerCase()

/** Newest first, at most 200. @param to recipient, in any letter case */
export async function listMailboxMessages({ kysely }: Db, to?: string): Promise<MailboxMessage[]> {
  if (to?.includes('\u0000')) return []
  const rows = await kysely
    .selectFrom('mailbox')
    .selectAll()
    .$if(to !== undefined, (query) =>
      query.where(({ eb, fn }) => eb(fn<string>('lower', ['recipient']), '=', asStored(to ?? ''))),
    )
    .orderBy('sentAt', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED_MAILS_MAX)
    .execute()
  return rows.map(toMessage)
}

export async function findMailboxMessage({ kysely }: Db, id: string): Promise<MailboxMessage | null> {
  if (id.includes('\u0000')) return null
  const row = await kysely.selectFrom('mailbox').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toMessage(row) : null
}

function toMailColumns(mail: Mail): MailColumns {
  const { id, to, from, subject, text, html, replyTo = null, unsubscribeUrl = null } = mail
  return { id, recipient: to, sender: from, subject, textBody: text, htmlBody: html, replyTo, unsubscribeUrl }
}

function toMail(row: MailColumns): Mail {
  const { id, recipient, sender, subject, textBody, htmlBody, replyTo, unsubscribeUrl } = row
  return {
    id,
    to: recipient,
    from: sender,
    subject,
    text: textBody,
    html: htmlBody,
    ...(replyTo !== null && { replyTo }),
    ...(unsubscribeUrl !== null && { unsubscribeUrl }),
  }
}

function readOutboxRow(row: Tables['outbox']): OutboxRow {
  const { appId, mode, attempts, nextAttemptAt, createdAt } = row
  return { ...toMail(row), appId, mode, attempts, nextAttemptAt, createdAt }
}

const toMessage = (row: Tables['mailbox']): MailboxMessage => ({
  ...toMail(row),
  sentAt: new Date(row.sentAt).toISOString(),
})

export function toOutboxRow(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  app: AppDefinition,
  { email, mode }: { email: string; mode: Mode },
  content: MailContent,
): OutboxRow {
  const now = clock.now()
  const { sender } = app.mail
  return {
    id: secrets.id('mail'),
    to: email,
    from: `${sender.name} <${sender.address}>`,
    ...withBrand(content, app.branding),
    appId: app.id,
    mode,
    attempts: 0,
    nextAttemptAt: now,
    createdAt: now,
  }
}
