import type { Mount } from '../directive'
import { onPress } from './on-press'
import { actionRunner } from './run-action'

/** `data-ms-action="customer-portal"`: leads to where the member manages what they pay for. */
export const customerPortal: Mount = (element, context) => {
  const run = actionRunner(element, context)
  onPress(element, context, () =>
    run(async () => {
      await context.client.launchStripeCustomerPortal()
      return true
    }),
  )
}
