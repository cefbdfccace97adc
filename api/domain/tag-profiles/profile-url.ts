import type { PublicUrls } from '../../ports/services'

/** Of a public profile. */
export const profileUrl = ({ site }: Pick<PublicUrls, 'site'>, slug: string): string => `${site}/t/${slug}`
