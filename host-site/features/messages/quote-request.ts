import { useSearch } from 'wouter'
import { trustTagPackages } from '../../../contract/trusttag-packages'
import { useHydrated } from '../../lib/use-hydrated'

/**
 * How a message begins that comes from the checkout, where the address names a package whose price is agreed upon. Empty
 * for any other address, and in the prerendered page.
 */
export function useQuoteRequest(): string {
  const id = new URLSearchParams(useSearch()).get('package')
  const hydrated = useHydrated()
  const wanted = trustTagPackages.find((one) => one.id === id && one.priceCents === 'Custom')
  return hydrated && wanted ? `I would like a quote for: ${wanted.name}\n\n` : ''
}
