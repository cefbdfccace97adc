import { useSearch } from 'wouter'
import { trustTagPackages } from '../../../contract/trusttag-packages'
import { useHydrated } from '../../lib/use-hydrated'
import { contactFields, type MessageField } from './message-fields'

const [name, email, message] = contactFields

/**
 * The fields of a message to us. For somebody who comes from the checkout, where the address names a package whose price is
 * agreed upon, the message has its beginning; not yet in the prerendered page.
 */
export function useContactFields(): readonly MessageField[] {
  const id = new URLSearchParams(useSearch()).get('package')
  const hydrated = useHydrated()
  const wanted = trustTagPackages.find((one) => one.id === id && one.priceCents === 'Custom')
  const defaultValue = hydrated && wanted ? `I would like a quote for: ${wanted.name}\n\n` : ''
  return [name, email, { ...message, defaultValue }]
}
