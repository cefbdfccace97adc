/** Email addresses as `<input type=email>` accepts them (HTML Standard), so that no address of a browser's field is refused. */
import { parseUrl } from './parse-url'

const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const HTML_EMAIL = new RegExp(`^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})*$`, 'u')

/** Characters that a URL reads as something else than a part of its host. */
const NOT_OF_A_HOST = /[^A-Za-z0-9.\-\u0080-\u{10FFFF}]/u

/**
 * The address with its domain in ASCII: `joe@münchen.de` and `joe@xn--mnchen-3ya.de` are one mailbox, and browsers send either.
 * @returns null for a text that is not an email address
 */
export function readEmailAddress(text: string): string | null {
  const at = text.lastIndexOf('@')
  const address = `${text.slice(0, at + 1)}${toAscii(text.slice(at + 1))}`
  return HTML_EMAIL.test(address) ? address : null
}

/** Browsers convert a domain only if it has another letter than ASCII. */
function toAscii(domain: string): string {
  if (!/[^\p{ASCII}]/u.test(domain) || NOT_OF_A_HOST.test(domain)) return domain
  return parseUrl(`https://${domain}`)?.hostname ?? ''
}
