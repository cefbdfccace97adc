export interface Mail {
  id: string
  to: string
  /** `Name <address>`. */
  from: string
  subject: string
  text: string
  html: string
}

export interface Mailer {
  /** Resolves when the next hop has taken the mail. Rejects on any failure; the outbox tries again later. */
  send(mail: Mail): Promise<void>
}
