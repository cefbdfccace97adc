import { useSearch } from 'wouter'
import { useHydrated } from '../../lib/use-hydrated'
import { routes } from '../../paths'

/** What the address of the checkout says, so that a reload, a sign-up and the way back from the payment lose nothing. */
export interface CheckoutAddress {
  /** The package that is chosen. */
  packageId: string | null
  /** The assessment that the TrustTag is meant for. */
  attemptId: string | null
  /** The purchase that is looked at: its id, or `latest`. */
  purchase: string | null
  /** Whether a TrustTag is to be issued. */
  issue: boolean
}

const NOTHING: CheckoutAddress = { packageId: null, attemptId: null, purchase: null, issue: false }

/** Nothing in the prerendered page, which is the same for all of them. */
export function useCheckoutAddress(): CheckoutAddress {
  const search = useSearch()
  const hydrated = useHydrated()
  return hydrated ? readCheckoutAddress(search) : NOTHING
}

function readCheckoutAddress(search: string): CheckoutAddress {
  const parts = new URLSearchParams(search)
  return {
    packageId: parts.get('package'),
    attemptId: parts.get('attempt'),
    purchase: parts.get('purchase'),
    issue: parts.has('issue'),
  }
}

/** @param address what is to stand in it */
export function checkoutPath(address: Partial<CheckoutAddress> = {}): string {
  const { packageId, attemptId, purchase, issue } = { ...NOTHING, ...address }
  const parts = new URLSearchParams({
    ...(attemptId !== null && { attempt: attemptId }),
    ...(packageId !== null && { package: packageId }),
    ...(purchase !== null && { purchase }),
    ...(issue && { issue: '' }),
  })
  return parts.size === 0 ? routes.checkout.path : `${routes.checkout.path}?${parts}`
}
