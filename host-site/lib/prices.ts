import { type TrustTagPackage, trustTagPackages } from '../../contract/trusttag-packages'

/** `$7`, or `$7.50`: cents only where there are some. @param amount in whole units @param currency ISO 4217 */
export const moneyText = (amount: number, currency = 'USD'): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  }).format(amount)

export const priceText = ({ priceCents }: Pick<TrustTagPackage, 'priceCents'>): string =>
  priceCents === 'Custom' ? priceCents : moneyText(priceCents / 100)

export const packageWith = (id: string | null): TrustTagPackage | null =>
  trustTagPackages.find((one) => one.id === id) ?? null

export const actionText = ({ priceCents }: Pick<TrustTagPackage, 'priceCents'>): string =>
  priceCents === 'Custom' ? 'Get Custom Quote' : 'Create TrustTags'
