import { PROVIDER_FLOW_LIFETIME_MINUTES } from '../../../contract/limits'
import { AUTH_PROVIDER_PATH } from '../../../contract/providers'
import type { Services } from '../../ports/services'
import { readCookie, writeCookie } from '../cookie'

const nameOf = (id: string): string => `ms_flow_${id}`

/** The browser's secret of one way to a provider. @param header Cookie */
export const readFlowCookie = ({ urls }: Pick<Services, 'urls'>, header: string | null, id: string): string | null =>
  readCookie(header, nameOf(id), urls.api)

/**
 * The value of Set-Cookie. Lax: the provider is another site, and leads back with it.
 * @param secret null takes the cookie away
 */
export function writeFlowCookie({ urls }: Pick<Services, 'urls'>, id: string, secret: string | null): string {
  const seconds = secret === null ? 0 : PROVIDER_FLOW_LIFETIME_MINUTES * 60
  return writeCookie(nameOf(id), secret ?? '', {
    path: AUTH_PROVIDER_PATH,
    seconds,
    sameSite: 'Lax',
    apiUrl: urls.api,
  })
}
