/** The steps at which a server judges this very mail; a refusal at any other (login, sender) is about the configuration. */
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

/** Whether the server will never take this mail: a 5xx answer to the recipient or the content. */
export function isRefusal(error: unknown): boolean {
  const { command, responseCode } = read(error)
  const permanent = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600
  return permanent && typeof command === 'string' && ABOUT_THE_MAIL.has(command)
}

/** One line for the log and the outbox: what failed and at which step, with every e-mail address taken out. */
export function describeSmtpError(error: unknown): string {
  const { message, code, command } = read(error)
  const where = [code, command].filter((part) => typeof part === 'string' && part !== '').join(' ')
  const what = message.replaceAll(/\s+/gu, ' ').replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/gu, 'address')
  return where === '' ? what : `${where}: ${what}`
}
