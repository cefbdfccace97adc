import { INVITE_TOKEN_MAX_CHARS } from '../../contract/limits'
import { attempt } from '../lib/attempt'
import { takeParameter } from '../lib/take-parameter'
import { INVITE_KEY } from './forget-waiting'

/** Before a token that was used. No token has a space. */
const USED = 'used '

const stored = (window: Window): string => attempt(() => window.sessionStorage.getItem(INVITE_KEY)) ?? ''

/**
 * Keeps the token of an invite link for the tab it was opened in.
 * @returns the token; null where the address has none, or one that this tab has used already
 */
export function rememberInvite(window: Window): string | null {
  const token = usable(takeParameter(window.location.search, 'inviteToken').value)
  if (token === null || stored(window) === USED + token) return null
  attempt(() => window.sessionStorage.setItem(INVITE_KEY, token))
  return token
}

/** The token that waits, null without one. Any script of the site can write there. */
export const readInvite = (window: Window): string | null =>
  stored(window).startsWith(USED) ? null : usable(stored(window))

/** The server refuses anything else, and with it the sign-up that it goes with. */
function usable(text: string | null): string | null {
  const token = text?.trim() ?? ''
  return token && token.length <= INVITE_TOKEN_MAX_CHARS ? token : null
}

/** It was used: the link, which may still be the page's address, counts no more in this tab. */
export function markInviteUsed(window: Window, token: string): void {
  attempt(() => window.sessionStorage.setItem(INVITE_KEY, USED + token))
}
