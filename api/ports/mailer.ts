export interface Mail {
  id: string
  to: string
  /** `Name <address>`. */
  from: string
  /** Where answers go, when not to the sender: one plain address. */
  replyTo?: string
  /** Where one click ends mails of this kind (RFC 8058). */
  unsubscribeUrl?: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /**
   * Resolves when the next hop has taken the mail, and rejects on any failure: the outbox tries again later.
   * @param signal ends the attempt: the connection is cut and the promise rejects
   * @throws MailRefusedError when the next hop refuses this very mail for good; the outbox gives it up after a few tries
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>
}
