import { emailChanged } from './email-changed'
import type { Page } from './page'
import { resetPassword } from './reset-password'
import { verifyEmail } from './verify-email'

/** Every hosted page that a member opens, by path. */
export const pages: Readonly<Record<`/account/${string}`, Page>> = {
  '/account/verify-email': verifyEmail,
  '/account/reset-password': resetPassword,
  '/account/email-changed': emailChanged,
}
