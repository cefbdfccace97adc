import type { PublicUrls } from '../../ports/services'

/** Of the page on which anybody can check a TrustTag by its ID. */
export const verifyPageUrl = ({ site }: Pick<PublicUrls, 'site'>): string => `${site}/verify`

/** The same page, for one TrustTag. */
export const verifyUrl = (urls: Pick<PublicUrls, 'site'>, id: string): string =>
  `${verifyPageUrl(urls)}/${encodeURIComponent(id)}`
