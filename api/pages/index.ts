import { emailChanged } from './email-changed'
import type { Page } from './page'
import { resetPassword } from './reset-password'
import { testCheckout } from './test-checkout/test-checkout'
import { testPortal } from './test-portal/test-portal'
import { verifyEmail } from './verify-email'

/** Every hosted page that a member opens, by path. Those below `/test/` belong to the test provider. */
export const pages: Readonly<Record<`/account/${string}` | `/test/${string}`, Page>> = {
  '/account/verify-email': verifyEmail,
  '/account/reset-password': resetPassword,
  '/account/email-changed': emailChanged,
  '/test/checkout': testCheckout,
  '/test/portal': testPortal,
}
