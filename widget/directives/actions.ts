import { fileSizeTooLarge, invalidFileType, loginRequired } from '../../contract/browser-errors'
import { attributes, type AttributeValue, withAttribute } from '../attributes'
import { unclobbered } from '../lib/dom'
import { imageProblem } from '../lib/input'
import { isRecord } from '../lib/values'
import type { MembershipClient } from '../public'
import { followRedirect, redirectOf, redirectOverrideOf } from '../redirects'
import { storeRedirectOverride } from '../storage/pending'
import { $readiness, waitUntilReady } from '../stores/app'
import { $member } from '../stores/identity'
import type { Mount } from './directive'
import { isSubmitButton } from './forms/busy-form'
import { returnToCheckout } from './plans/checkouts'
import { successMessageOf } from './plans/choice'
import { actionRunner, actLikeButton, onPress } from './press'
import { errorTextOf, pageText } from '../stores/texts'

/** The gate's style sheet hides it from visitors. */
const logout: Mount = (element, context) => {
  const { client, window } = context
  const run = actionRunner(element, context)
  onPress(element, context, () =>
    run(async () => {
      // Read before the response arrives: the element may be removed for visitors.
      const target = redirectOf(element) ?? redirectOverrideOf(element) ?? linkTarget(element)
      const { data } = await client.logout()
      return followRedirect(window, target, data.redirect)
    }),
  )
}

/** The URL of a link; null for a placeholder. */
function linkTarget(element: Element): string | null {
  const href = element.getAttribute('href')?.trim() ?? ''
  return href === '' || /^(#|javascript:)/i.test(href) ? null : href
}

const customerPortal: Mount = (element, context) => {
  const run = actionRunner(element, context)
  onPress(element, context, () =>
    run(async () => {
      await context.client.launchStripeCustomerPortal()
      return true
    }),
  )
}

/** The gate's style sheet hides it from visitors and verified members. */
const resendVerificationEmail: Mount = (element, context) => {
  const run = actionRunner(element, context)
  onPress(element, context, () => run(() => resend(context.client)))
}

async function resend(client: MembershipClient): Promise<void> {
  try {
    const { message } = await client.sendMemberVerificationEmail()
    if (message) client._showMessage(message)
  } catch (error) {
    // Verified in another tab or on another device, so update the page.
    if (isRecord(error) && error['code'] === 'already-verified') await client.getCurrentMember()
    throw error
  }
}

/**
 * Sends a member to the page that a login leads to. For a visitor, or without such a page, a link stays a plain link.
 */
const loginRedirect: Mount = (element, { window, signal }) => {
  actLikeButton(element, signal)
  const clickOnceReady = async (): Promise<void> => {
    await waitUntilReady()
    if (!signal.aborted) element.click()
  }
  element.addEventListener(
    'click',
    (event) => {
      const member = $member.get()
      // A modifier key asks for a new tab or a download. Only the link itself can do that.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      if (member === undefined && $readiness.get() === 'waiting') void clickOnceReady()
      else if (member?.loginRedirect) followRedirect(window, member.loginRedirect)
      else return
      event.preventDefault()
    },
    { signal },
  )
}

const imageProblemText = (problem: 'type' | 'size'): string =>
  problem === 'type'
    ? errorTextOf('invalid-file-type', invalidFileType.message)
    : errorTextOf('file-size-too-large', fileSizeTooLarge.message)

/** Lets a member choose an image and uploads it. */
const profileImage: Mount = (element, context) => {
  const { client, document, signal } = context
  const run = actionRunner(element, context)
  const upload = async (file: File): Promise<void> => {
    const problem = imageProblem(file)
    if (problem) return client._showMessage(imageProblemText(problem), true)
    const { message } = await client.updateMemberProfileImage({ profileImage: file })
    if (message) client._showMessage(message)
  }
  onPress(element, context, () => {
    if ($member.get() === null) client._showMessage(errorTextOf('login-required', loginRequired.message), true)
    else pickImage(document, signal, (file) => run(() => upload(file)))
  })
}

/**
 * Opens the file picker with a new input, so that the same file can be chosen again.
 * @param signal cancels it
 * @param onPick not called on cancel
 */
function pickImage(document: Document, signal: AbortSignal, onPick: (file: File) => void): void {
  const input = document.createElement('input')
  const drop = (): void => input.remove()
  input.type = 'file'
  input.accept = 'image/*'
  // A CSS rule of the page for inputs must not show it.
  input.style.setProperty('display', 'none', 'important')
  // Listeners of the page must not see these events.
  for (const type of ['click', 'input', 'change', 'cancel'])
    input.addEventListener(type, (event) => event.stopPropagation())
  input.addEventListener('cancel', drop)
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    drop()
    if (file && !signal.aborted) onPick(file)
  })
  signal.addEventListener('abort', drop)
  // Safari on iOS sends no change event for an input that is not in the document.
  document.body.append(input)
  input.click()
}

/** Asks, then deletes the account. The element may be removed for visitors, so its target is read before. */
const deleteMember: Mount = (element, context) => {
  const { client, window } = context
  const run = actionRunner(element, context)
  const remove = async (): Promise<boolean> => {
    await waitUntilReady()
    if (!$member.get()) throw loginRequired
    const target = redirectOf(element) ?? redirectOverrideOf(element) ?? linkTarget(element)
    const own = successMessageOf(element)
    const { type } = await client.openModal('DELETE_MEMBER')
    if (type !== 'CONTINUE') return false
    client.hideModal()
    const { message } = await client.deleteMember()
    if (own ?? message) client._showMessage(own ?? message ?? '')
    return followRedirect(window, target)
  }
  onPress(element, context, () => run(remove))
}

/** Creates a passkey on this device. The gate's style sheet hides it from visitors. */
const addPasskey: Mount = (element, context) => {
  const { client } = context
  const run = actionRunner(element, context)
  onPress(element, context, () =>
    run(async () => {
      await client.addMemberPasskey()
      client._showMessage(successMessageOf(element) ?? pageText('passkey_added_message'))
    }),
  )
}

/** The gate's style sheet hides it from visitors. */
const endOtherSessions: Mount = (element, context) => {
  const { client } = context
  const run = actionRunner(element, context)
  onPress(element, context, () =>
    run(async () => {
      const { message } = await client.endOtherMemberSessions()
      client._showMessage(successMessageOf(element) ?? message ?? '')
    }),
  )
}

/** Actions by the value of `data-ms-action`. */
export const actionMounts: Record<AttributeValue<'action'>, Mount> = {
  logout,
  'customer-portal': customerPortal,
  'resend-verification-email': resendVerificationEmail,
  'login-redirect': loginRedirect,
  'profile-image': profileImage,
  'delete-member': deleteMember,
  'return-to-checkout': returnToCheckout,
  'add-passkey': addPasskey,
  'end-other-sessions': endOtherSessions,
}

/** `data-ms-redirect`: a click stores the target of the next login or sign-up. */
export const redirectOverride: Mount = (element, { window, signal }) => {
  unclobbered(element).addEventListener(
    'click',
    () => {
      const target = redirectOverrideOf(element)
      if (target && !readsItsOwn(element) && !$member.get()) storeRedirectOverride(window, target)
    },
    // Runs before anything acts on the click, even if a script of the page stops the event.
    { signal, capture: true },
  )
}

/** Forms, provider buttons and logouts read the attribute themselves: it must not survive their failure. */
function readsItsOwn(element: Element): boolean {
  const acting = (isSubmitButton(element) && element.form) || element
  const reading = [attributes.form, attributes.authProvider].map((name) => withAttribute(name))
  return unclobbered(acting).matches([...reading, withAttribute(attributes.action, 'logout')].join())
}
