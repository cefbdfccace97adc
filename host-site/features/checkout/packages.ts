import { type TrustTagPackage, trustTagPackages } from '../../../contract/trusttag-packages'

export const packageWith = (id: string | null): TrustTagPackage | null =>
  trustTagPackages.find((one) => one.id === id) ?? null

export const actionText = ({ priceCents }: Pick<TrustTagPackage, 'priceCents'>): string =>
  priceCents === 'Custom' ? 'Get Custom Quote' : 'Create TrustTags'
