import type { Transporter } from 'nodemailer'
import { MailRefusedError } from '../../domain/mails/mail-refused-error'
import type { SmtpSettings } from '../../domain/mails/smtp-settings'
import type { Mail, Mailer } from '../../ports/mailer'
import { describeSmtpError, isRefusal } from './smtp-error'
import { smtpOptions } from './smtp-options'

/** One plain address: nothing that a header or an envelope could read as more than that. */
const ONE_ADDRESS = /^[^\s<>(),;:"\\[\]@\p{Cc}]+@[^\s<>(),;:"\\[\]@\p{Cc}]+$/u

/**
 * A Mailer that hands mails to a mail server, each over a connection of its own: what hangs, hangs alone.
 * The library is loaded with the first mail, so that the start of the server does not wait for it.
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
        // The library's own error quotes the server's answer with the address in it, so only a description goes on.
        const reason = describeSmtpError(cause)
        throw isRefusal(cause) ? new MailRefusedError(reason) : new Error(reason)
      }
    },
  }
}

/**
 * Names and addresses go to the library apart, and without line breaks or other control characters: neither a sender's
 * name nor a member's address can become a header or a second recipient. The Message-ID is the mail's own, so that a
 * server can tell when it is offered one mail twice.
 * @throws MailRefusedError for a sender or recipient that is not one address
 */
function toMessage({ id, to, from, subject, text, html, replyTo, unsubscribeUrl }: Mail) {
  const sender = splitSender(from)
  if (!ONE_ADDRESS.test(to)) throw new MailRefusedError('the recipient is not an email address')
  if (!ONE_ADDRESS.test(sender.address)) throw new MailRefusedError('the sender is not an email address')
  return {
    from: sender,
    to: { name: '', address: to },
    ...(replyTo && ONE_ADDRESS.test(replyTo) && { replyTo: { name: '', address: replyTo } }),
    envelope: { from: sender.address, to: [to] },
    subject: oneLine(subject),
    text,
    html,
    messageId: `<${id}@${sender.address.slice(sender.address.lastIndexOf('@') + 1)}>`,
    // Nobody reads answers to these, out-of-office notes included.
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl !== undefined && unsubscribeHeaders(unsubscribeUrl)),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** `Name <address>`; the name may hold anything, `<` too. */
function splitSender(from: string): { name: string; address: string } {
  const start = from.lastIndexOf('<')
  return { name: oneLine(from.slice(0, Math.max(0, start))), address: from.slice(start + 1).replace(/>\s*$/u, '') }
}

const oneLine = (text: string): string => text.replaceAll(/\p{Cc}+|[\u2028\u2029]/gu, ' ').trim()

/** Mail programs show a button of their own for it (RFC 2369, RFC 8058). */
const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
