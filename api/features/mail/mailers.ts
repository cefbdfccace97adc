import type { Transporter } from 'nodemailer'
import { parseUrl } from '../../../contract/parse-url'
import type { Clock } from '../../lib/clock'
import type { Mode } from '../../lib/ids'
import { isLoopback } from '../../lib/text'
import type { Db } from '../../database/db'
import { insertMailboxMessage, type Mail } from './outbox'

export interface Mailer {
  /**
   * Resolves when the next hop has accepted the mail; on a rejection the outbox retries.
   * @param signal aborts the attempt
   * @throws MailRefusedError when the next hop permanently refuses this mail
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>
}

/** Permanent, such as an unknown recipient: retries would harm the sender's reputation. The message has no email address and no content. */
export class MailRefusedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MailRefusedError'
  }
}

/**
 * Without a mail server, and for Test Mode in development, mails go to the test mailbox. Production does not serve that mailbox, so Test
 * Mode
 * mails are sent there, marked as tests.
 */
export function chooseMailers(
  { smtp, development }: { smtp: SmtpSettings | null; development: boolean },
  testMailbox: Mailer,
): Record<Mode, Mailer> {
  if (smtp === null) return { test: testMailbox, live: testMailbox }
  const live = createSmtpMailer(smtp)
  return { test: development ? testMailbox : markAsTest(live), live }
}

function markAsTest(mailer: Mailer): Mailer {
  return { send: (mail, signal) => mailer.send({ ...mail, subject: `[Test] ${mail.subject}` }, signal) }
}

/** For `/dev/mailbox`, instead of sending. */
export function createTestMailbox(db: Db, clock: Clock): Mailer {
  return { send: (mail) => insertMailboxMessage(db, mail, clock.now()) }
}

/** One plain email address, without characters that have a meaning in headers or envelopes. */
const ONE_EMAIL = /^[^\s<>(),;:"\\[\]@\p{Cc}]+@[^\s<>(),;:"\\[\]@\p{Cc}]+$/u

/**
 * One connection per mail, so that a hanging one does not delay others. The library is loaded with the first mail, which keeps the start
 * fast.
 */
export function createSmtpMailer(settings: SmtpSettings): Mailer {
  let transporter: Promise<Transporter> | null = null
  const connect = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    return createTransport(smtpOptions(settings))
  }
  return {
    async send(mail, signal) {
      const message = toMessage(mail)
      try {
        await (await (transporter ??= connect())).sendMail({ ...message, signal })
      } catch (cause) {
        // The library's error quotes the server and so the email address.
        const reason = describeSmtpError(cause)
        throw isRefusal(cause) ? new MailRefusedError(reason) : new Error(reason)
      }
    },
  }
}

/** Connects and logs in, without a mail. @throws Error with one line, without email addresses */
export async function verifySmtp(settings: SmtpSettings): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transporter = createTransport(smtpOptions(settings))
  try {
    await transporter.verify()
  } catch (cause) {
    throw new Error(describeSmtpError(cause), { cause })
  } finally {
    transporter.close()
  }
}

/**
 * Separate names and addresses without control characters: no header or recipient injection. The Message-ID is the mail's ID, so that
 * servers
 * recognize a repetition.
 * @throws MailRefusedError for a sender or recipient that is not one email address
 */
function toMessage({ id, to, from, subject, text, html, replyTo, unsubscribeUrl }: Mail) {
  const sender = splitSender(from)
  if (!ONE_EMAIL.test(to)) throw new MailRefusedError('the recipient is not an email address')
  if (!ONE_EMAIL.test(sender.address)) throw new MailRefusedError('the sender is not an email address')
  return {
    from: sender,
    to: { name: '', address: to },
    ...(replyTo && ONE_EMAIL.test(replyTo) && { replyTo: { name: '', address: replyTo } }),
    envelope: { from: sender.address, to: [to] },
    subject: oneLine(subject),
    text,
    html,
    messageId: `<${id}@${sender.address.slice(sender.address.lastIndexOf('@') + 1)}>`,
    // Prevents automatic replies.
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && unsubscribeHeaders(unsubscribeUrl)),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Splits `Name <address>`; the name may contain `<`. */
function splitSender(from: string): { name: string; address: string } {
  const start = from.lastIndexOf('<')
  return { name: oneLine(from.slice(0, Math.max(0, start))), address: from.slice(start + 1).replace(/>\s*$/u, '') }
}

const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+|[\u2028\u2029]/gu, ' ').trim()

/** Mail programs show a button for it (RFC 2369, RFC 8058). */
const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Together less than an attempt's time limit. */
const CONNECT_MAX_MS = 10_000
const GREETING_MAX_MS = 10_000
const SILENCE_MAX_MS = 20_000
const CLOSE_MAX_MS = 1_000

/** Off this machine, a password is sent only under TLS with a valid certificate. */
export function smtpOptions({ host, port, secure, login }: SmtpSettings) {
  const local = isLoopback(host)
  return {
    host,
    port,
    secure,
    requireTLS: !secure && login !== null && !local,
    tls: { rejectUnauthorized: !local, minVersion: 'TLSv1.2' as const },
    ...(login && { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: CONNECT_MAX_MS,
    dnsTimeout: CONNECT_MAX_MS,
    greetingTimeout: GREETING_MAX_MS,
    socketTimeout: SILENCE_MAX_MS,
    socketCloseTimeout: CLOSE_MAX_MS,
  }
}

/** At other steps, a refusal is about our configuration. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA'])

interface SmtpFailure {
  message: string
  code: unknown
  command: unknown
  responseCode: unknown
}

const read = (error: unknown): SmtpFailure => {
  const fields: Record<string, unknown> = typeof error === 'object' && error !== null ? { ...error } : {}
  const { code, command, responseCode } = fields
  return { message: error instanceof Error ? error.message : 'unknown', code, command, responseCode }
}

/** A permanent 5xx response to the recipient or the content. */
function isRefusal(error: unknown): boolean {
  const { command, responseCode } = read(error)
  const permanent = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
  return permanent && typeof command === 'string' && ABOUT_THE_MAIL.has(command)
}

/** One line: the failure and its step, without email addresses. */
function describeSmtpError(error: unknown): string {
  const { message, code, command } = read(error)
  const where = [code, command].filter((part) => typeof part === 'string' && part !== '').join(' ')
  const what = message.replaceAll(/\s+/gu, ' ').replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/gu, 'address')
  return where === '' ? what : `${where}: ${what}`
}

export interface SmtpSettings {
  host: string
  port: number
  /** TLS from the first byte (smtps); else STARTTLS if offered. */
  secure: boolean
  login: { user: string; password: string } | null
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 }

/**
 * `smtp://user:password@host:port` or `smtps://…`, user and password percent-encoded.
 * @returns null for anything else; errors must not repeat the text, which may contain the password
 */
export function readSmtpUrl(text: string): SmtpSettings | null {
  const url = parseUrl(text)
  const defaultPort = DEFAULT_PORTS[url?.protocol ?? '']
  if (!url || defaultPort === undefined || !/^(\[[\da-f:.]+\]|[\da-z]([\da-z.-]*[\da-z])?)$/iu.test(url.hostname))
    return null
  if (!['', '/'].includes(url.pathname) || url.search || url.hash || url.port === '0') return null
  const [user, password] = [decode(url.username), decode(url.password)]
  // Only one of user and password is a mistake.
  if (user === null || password === null || (user === '') !== (password === '')) return null
  return {
    host: url.hostname.replace(/^\[|\]$/gu, ''),
    port: url.port === '' ? defaultPort : Number(url.port),
    secure: url.protocol === 'smtps:',
    login: user === '' ? null : { user, password },
  }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
