/** Offers a passkey after a login with a password, if the app wants that (`passkeys.offer: "after-login"`). */
import { RELOAD_AFTER_LOGIN_MS } from '../../contract/limits'
import { canUsePasskeys } from '../lib/browser'
import { mayOfferPasskey, notePasskeyOffer, readPasswordLogin } from '../storage/passkey-offer'
import { $app, waitUntilReady } from '../stores/app'
import { $member, currentToken } from '../stores/identity'
import { $modalRequest, $proofRequest, requestModal } from '../stores/modal'
import type { ClientContext } from './context'
import { canCreateQuietly, createPasskey } from './passkey-ceremony'

/** Browsers create one without a question only right after they filled in the password. */
const QUIET_FOR_MS = 60_000

/** A browser may leave the call open without showing anything. */
const QUIET_TAKES_MS = 4_000

/** After the reload that a login may cause: a page with a modal is not reloaded. */
const DIALOG_AFTER_MS = RELOAD_AFTER_LOGIN_MS + 1_000

/**
 * Lets the browser create a passkey without a question, else shows ADD_PASSKEY. Runs after a password login and again on
 * the next page, because most logins leave their page. Never rejects.
 */
export async function offerPasskey(context: ClientContext): Promise<void> {
  const { window } = context
  const loggedInAt = readPasswordLogin(window)
  if (loggedInAt === null) return
  await waitUntilReady()
  const token = currentToken()
  const isWanted = $app.get()?.additionalAuthMethods.passkey?.offer === 'after-login'
  if (!isWanted || !$member.get()?.verified || !canUsePasskeys() || !mayOfferPasskey(window)) return
  try {
    const { data } = await context.call('getPasskeys', {}, { token })
    const isQuiet = data.passkeys.length === 0 && Date.now() - loggedInAt < QUIET_FOR_MS
    if (data.passkeys.length > 0 || (isQuiet && (await createQuietly(context)))) return notePasskeyOffer(window)
  } catch {
    // A later login offers it.
    return
  }
  setTimeout(() => void showOffer(window, token), DIALOG_AFTER_MS)
}

/** @returns false if the browser cannot, or does not want to */
async function createQuietly({ call }: ClientContext): Promise<boolean> {
  if (!(await canCreateQuietly())) return false
  try {
    const { data } = await call('getPasskeyOptions', {}, { asks: false })
    const credential = await createPasskey(data, { isConditional: true, signal: AbortSignal.timeout(QUIET_TAKES_MS) })
    await call('addPasskey', { credential }, { asks: false })
    return true
  } catch {
    return false
  }
}

/** Not over another modal, nor to someone else. */
async function showOffer(window: Window, token: string | undefined): Promise<void> {
  if ($modalRequest.get() || $proofRequest.get()) {
    const stop = $modalRequest.listen((request) => {
      if (request) return
      stop()
      setTimeout(() => void showOffer(window, token))
    })
    return
  }
  if (currentToken() !== token || readPasswordLogin(window) === null) return
  notePasskeyOffer(window)
  await requestModal('ADD_PASSKEY', {}).catch(() => {})
}
