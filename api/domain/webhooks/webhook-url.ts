import { parseUrl } from '../../../contract/parse-url'
import { isIP } from 'node:net'
import { ApiError } from '../../lib/errors'
import { isLoopback } from '../../lib/text'
import { isAllowedAddress } from './public-address'

/**
 * Checks where webhooks are to go, as far as it can be seen from the address. Where a name leads is seen when it is
 * connected to.
 * @param options.loopback whether this machine may be meant, without https too: in development
 * @returns the address, normalised
 * @throws ApiError `invalid-webhook-url`
 */
export function readWebhookUrl(text: string, { loopback }: { loopback: boolean }): string {
  const url = parseUrl(text)
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') throw refused()
  const host = url.hostname.replace(/^\[|\]$/gu, '')
  const isOwn = isLoopback(host)
  if (isOwn && !loopback) throw refused()
  if (isIP(host) !== 0 && !isAllowedAddress(host, { loopback })) throw refused()
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwn)) throw refused()
  return url.href
}

const refused = (): ApiError => new ApiError('invalid-webhook-url')

/** As the log and the audit log name it. The rest of an address is often as good as a password. */
export const webhookHost = (url: string): string => parseUrl(url)?.host ?? ''
