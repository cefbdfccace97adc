import { parseUrl } from '../../../contract/parse-url'

/** The mail server that takes our mails. */
export interface SmtpSettings {
  host: string
  port: number
  /** TLS from the first byte (smtps); else STARTTLS is used where the server offers it. */
  secure: boolean
  login: { user: string; password: string } | null
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 }

/**
 * Reads `smtp://user:password@host:port` or `smtps://…`; user and password are percent-encoded in it.
 * @returns null for anything else; whoever reports that must not repeat the text, it may hold the password
 */
export function readSmtpUrl(text: string): SmtpSettings | null {
  const url = parseUrl(text)
  const defaultPort = DEFAULT_PORTS[url?.protocol ?? '']
  if (!url || defaultPort === undefined || !/^(\[[\da-f:.]+\]|[\da-z]([\da-z.-]*[\da-z])?)$/iu.test(url.hostname))
    return null
  if (!['', '/'].includes(url.pathname) || url.search || url.hash || url.port === '0') return null
  const [user, password] = [decode(url.username), decode(url.password)]
  // One without the other is half a login; an empty name with a password cannot be meant either.
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
