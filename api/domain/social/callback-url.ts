import { AUTH_PROVIDER_PATH } from '../../../contract/providers'
import type { PublicUrls } from '../../ports/services'

/** Where a provider leads back to. One address each, so that the answer of one cannot be passed off as another's. */
export const callbackUrl = ({ api }: Pick<PublicUrls, 'api'>, provider: string): string =>
  `${api}${AUTH_PROVIDER_PATH}/callback/${provider}`
