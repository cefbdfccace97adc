import type { SmtpSettings } from '../../domain/mails/smtp-settings'
import { isLoopback } from '../../lib/text'

/** A whole attempt has less than a minute (see the outbox); each step of it gets a part of that. */
const CONNECT_MAX_MS = 10_000
const GREETING_MAX_MS = 10_000
const SILENCE_MAX_MS = 20_000
const CLOSE_MAX_MS = 1_000

/**
 * What the mail library is told. A password leaves the machine under TLS only, and only to a server whose certificate
 * fits its name; on the machine itself, where nobody is in between, any certificate will do.
 */
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
