import { emailChanged } from './email-changed'
import { logout } from './owner/logout'
import { actPage } from './owner/act-page'
import { ownerActs } from './owner/owner-acts'
import { ownerPage } from './owner/owner-page'
import type { Page } from './page'
import { resetPassword } from './reset-password'
import { testCheckout } from './test-checkout/test-checkout'
import { testPortal } from './test-portal/test-portal'
import { verifyEmail } from './verify-email'

/** Every hosted page by path: of members, of the test provider, and of owners. */
export const pages: Readonly<Record<`/account/${string}` | `/test/${string}` | `/owner${string}`, Page>> = {
  '/account/verify-email': verifyEmail,
  '/account/reset-password': resetPassword,
  '/account/email-changed': emailChanged,
  '/test/checkout': testCheckout,
  '/test/portal': testPortal,
  '/owner': ownerPage,
  '/owner/revoke': actPage(ownerActs.revoke),
  '/owner/refund': actPage(ownerActs.refund),
  '/owner/note': actPage(ownerActs.note),
  '/owner/logout': logout,
}
