import { AUTH_PROVIDER_PATH } from '../../contract/providers'
import { UNSUBSCRIBE_PATH } from '../features/comments/mails'
import { TEST_CONSENT_PATH } from '../domain/social/test-consent-path'
import { callbackPage } from './auth-provider/callback'
import { startPage } from './auth-provider/start'
import { emailChanged } from './email-changed'
import { logout } from './owner/logout'
import { actPage } from './owner/act-page'
import { ownerActs } from './owner/owner-acts'
import { ownerPage } from './owner/owner-page'
import type { Page } from './page'
import { resetPassword } from './reset-password'
import { unsubscribe } from '../features/comments/pages'
import { testCheckout } from '../features/payments/test/checkout-page'
import { testConsent } from './test-consent/test-consent'
import { testPortal } from '../features/payments/test/portal-page'
import { verifyEmail } from './verify-email'

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
  '/owner/revoke': actPage(ownerActs.revoke),
  '/owner/refund': actPage(ownerActs.refund),
  '/owner/note': actPage(ownerActs.note),
  '/owner/logout': logout,
}
