import { useSearch } from 'wouter'
import { useHydrated } from '../../lib/browser'
import { routes } from '../../paths'

/** State of the checkout in the URL, so that a reload, a sign-up or the return from the payment loses nothing. */
export interface CheckoutAddress {
  packageId: string | null
  /** The attempt that the TrustTag is for. */
  attemptId: string | null
  /** ID of the shown purchase, or `latest`. */
  purchase: string | null
  /** Whether to show the issue step. */
  issue: boolean
}

const NOTHING: CheckoutAddress = { packageId: null, attemptId: null, purchase: null, issue: false }

/** Empty in the prerendered page, which all URLs share. */
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
