import { AUTH_PROVIDER_PATH } from '../../contract/providers'
import { UNSUBSCRIBE_PATH } from '../features/comments/mails'
import { unsubscribe } from '../features/comments/pages'
import { ownerActions } from '../features/owner/actions'
import { actionPage, logout, ownerPage } from '../features/owner/pages'
import { callbackPage, startPage } from '../features/social/pages'
import { TEST_CONSENT_PATH, testConsent } from '../features/social/test-consent'
import { emailChanged, resetPassword, verifyEmail } from '../features/accounts/pages'
import type { Page } from './page'
import { testCheckout } from '../features/payments/test/checkout-page'
import { testPortal } from '../features/payments/test/portal-page'

type HostedPath =
  `/account/${string}` | `${typeof AUTH_PROVIDER_PATH}/${string}` | `/test/${string}` | `/owner${string}`

/** Every hosted page by path: of members, of the way to a provider and back, of the test providers, and of owners. */
export const pages: Readonly<Record<HostedPath, Page>> = {
  '/account/verify-email': verifyEmail,
  '/account/reset-password': resetPassword,
  '/account/email-changed': emailChanged,
  [UNSUBSCRIBE_PATH]: unsubscribe,
  [`${AUTH_PROVIDER_PATH}/signup`]: startPage('signup'),
  [`${AUTH_PROVIDER_PATH}/login`]: startPage('login'),
  [`${AUTH_PROVIDER_PATH}/connect`]: startPage('connect'),
  [`${AUTH_PROVIDER_PATH}/callback/:provider`]: callbackPage,
  [TEST_CONSENT_PATH]: testConsent,
  '/test/checkout': testCheckout,
  '/test/portal': testPortal,
  '/owner': ownerPage,
  '/owner/revoke': actionPage(ownerActions.revoke),
  '/owner/refund': actionPage(ownerActions.refund),
  '/owner/note': actionPage(ownerActions.note),
  '/owner/logout': logout,
}
