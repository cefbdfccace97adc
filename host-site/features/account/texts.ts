import { UNEXPECTED } from '../../lib/site-results'
import type { MembershipResult } from '../../lib/membership'

/** Used where the service sends no text (seed 000 section 8). */
export const accountTexts = {
  signupFailed: 'Failed to create account. Please try again.',
  loginFailed: 'Invalid email or password. Please try again.',
  forgotPasswordFailed: 'The password reset window could not be opened. Please reload the page.',
  logoutFailed: 'You could not be logged out. Please try again.',
  editFailed: 'Your details could not be opened. Please try again.',
  deleteFailed: 'Your account could not be deleted. Please try again.',
} as const

/** @param otherwise the form's own message, used if the service sent none */
export function failureText(result: MembershipResult, otherwise: string): string {
  return result.unexpected ? UNEXPECTED : result.error || otherwise
}
