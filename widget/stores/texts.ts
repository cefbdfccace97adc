/** The texts that the widget shows on the page itself, outside the modals. */
import { fillText } from '../lib/texts'

/** In English. The modals' table of texts includes them, so that owners, pages and languages can replace them. */
export const pageTexts = {
  captcha_failed: 'The check failed. Please try again.',
  captcha_https_message: 'This form needs a page opened over https.',
  changes_saved_message: 'Your changes have been saved.',
  close_message_button: 'Close message',
  code_error_message: 'Please enter a valid code',
  code_mailed_message: 'We emailed you a code.',
  confirm_password_error_message: 'The passwords don’t match.',
  loader_label: 'Loading',
  login_success_message: 'You are logged in.',
  passkey_added_message: 'Your passkey was added.',
  // Seed 001 section 4.
  password_reset_success: 'Your password has been reset. Please login.',
  provider_login_message: 'This account has no password. Please log in with {provider}.',
  signup_success_message: 'Your account is ready.',
  test_card_live_message: 'Test cards work in Test Mode only.',
} as const

/** Finds a text of the owner, the page or the language. */
type TextLookup = (key: string) => string | null

let lookup: TextLookup = () => null

/** @param next null restores English */
export function setTextLookup(next: TextLookup | null): void {
  lookup = next ?? (() => null)
}

/** One of these texts, in the page's language if its texts have loaded. */
export const pageText = (key: keyof typeof pageTexts, values: Readonly<Record<string, string>> = {}): string =>
  fillText(lookup(key) ?? pageTexts[key], values)

/** Loads the page's language in time for the next message. */
export const prepareTexts = (): void => void lookup('loading_text')

/** The text for an error code; the given English message without one. */
export const errorTextOf = (code: string, message: string): string => lookup(`error_${code}`) ?? message
