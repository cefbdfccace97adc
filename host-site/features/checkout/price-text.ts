import type { TrustTagPackage } from '../../../contract/trusttag-packages'

/** `$7`, or `$7.50`: cents only where there are some. */
export function priceText({ priceCents }: Pick<TrustTagPackage, 'priceCents'>): string {
  if (priceCents === 'Custom') return priceCents
  return `$${(priceCents / 100).toFixed(priceCents % 100 === 0 ? 0 : 2)}`
}

/** What a press on a package's button does. */
export const actionText = ({ priceCents }: Pick<TrustTagPackage, 'priceCents'>): string =>
  priceCents === 'Custom' ? 'Get Custom Quote' : 'Create TrustTags'
