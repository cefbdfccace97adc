import { UNEXPECTED } from '../../lib/site-results'
import type { MembershipResult } from '../../lib/membership'

/** Sentences that the account forms say when the service says none (seed 000 section 8). */
export const accountTexts = {
  signupFailed: 'Failed to create account. Please try again.',
  loginFailed: 'Invalid email or password. Please try again.',
  forgotPasswordFailed: 'The window for a new password could not be opened. Please reload the page.',
  logoutFailed: 'You could not be logged out. Please try again.',
  editFailed: 'Your details could not be opened. Please try again.',
  deleteFailed: 'Your account could not be deleted. Please try again.',
} as const

/**
 * What a form shows for a failure.
 * @param otherwise the form's own sentence, for an answer without a text
 */
export function failureText(result: MembershipResult, otherwise: string): string {
  return result.unexpected ? UNEXPECTED : result.error || otherwise
}
