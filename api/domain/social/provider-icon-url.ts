import { AUTH_PROVIDER_PATH } from '../../../contract/providers'
import type { PublicUrls } from '../../ports/services'

/** Where the marks of providers stand, each as `<key>.svg`. */
export const PROVIDER_ICONS_PATH = `${AUTH_PROVIDER_PATH}/icons`

/** Ours, for providers that an owner brings along, too: a login page loads nothing from anybody else. */
export const providerIconUrl = ({ api }: PublicUrls, provider: string): string =>
  `${api}${PROVIDER_ICONS_PATH}/${provider}.svg`
