import type { Mail } from '../../../features/mail/mailers'

/** `from`, `to` and `text` are reserved words of SQL: the columns have names of their own. */
export interface MailColumns {
  id: string
  recipient: string
  sender: string
  subject: string
  textBody: string
  htmlBody: string
  replyTo: string | null
  unsubscribeUrl: string | null
}

export function toMailColumns(mail: Mail): MailColumns {
  const { id, to, from, subject, text, html, replyTo = null, unsubscribeUrl = null } = mail
  return { id, recipient: to, sender: from, subject, textBody: text, htmlBody: html, replyTo, unsubscribeUrl }
}

export function toMail(row: MailColumns): Mail {
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
