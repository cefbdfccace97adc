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
import { actionRunner, actLikeButton, onPress } from './press'

/** Ends the session. The gate's style sheet hides it from visitors. */
const logout: Mount = (element, context) => {
  const { client, window } = context
  const run = actionRunner(element, context)
  onPress(element, context, () =>
    run(async () => {
      // Read before the response: for visitors the element may be off the page.
      const target = redirectOf(element) ?? redirectOverrideOf(element) ?? linkTarget(element)
      const { data } = await client.logout()
      return followRedirect(window, target, data.redirect)
    }),
  )
}

/** The URL of a link, unless it is only a placeholder. */
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
    // Verified in another tab or on another device: update the page.
    if (isRecord(error) && error['code'] === 'already-verified') await client.getCurrentMember()
    throw error
  }
}

/** Takes a member to where a login would. For a visitor, or without such a place, a link stays a plain link. */
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
      // A modifier key asks for a new tab or a download: only the link itself can do that.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      if (member === undefined && $readiness.get() === 'waiting') void clickOnceReady()
      else if (member?.loginRedirect) followRedirect(window, member.loginRedirect)
      else return
      event.preventDefault()
    },
    { signal },
  )
}

const imageProblems = { type: invalidFileType, size: fileSizeTooLarge }

/** Lets a member choose an image and uploads it. */
const profileImage: Mount = (element, context) => {
  const { client, document, signal } = context
  const run = actionRunner(element, context)
  const upload = async (file: File): Promise<void> => {
    const problem = imageProblem(file)
    if (problem) return client._showMessage(imageProblems[problem].message, true)
    const { message } = await client.updateMemberProfileImage({ profileImage: file })
    if (message) client._showMessage(message)
  }
  onPress(element, context, () => {
    if ($member.get() === null) client._showMessage(loginRequired.message, true)
    else pickImage(document, signal, (file) => run(() => upload(file)))
  })
}

/**
 * Opens the browser's file picker with an input made for this one time, so that the same file can be chosen again.
 * @param signal cancels it
 * @param onPick not called when the person cancels
 */
function pickImage(document: Document, signal: AbortSignal, onPick: (file: File) => void): void {
  const input = document.createElement('input')
  const drop = (): void => input.remove()
  input.type = 'file'
  input.accept = 'image/*'
  // A rule of the page for inputs must not show it.
  input.style.setProperty('display', 'none', 'important')
  // Listeners of the page must not take it for a field of theirs.
  for (const type of ['click', 'input', 'change', 'cancel'])
    input.addEventListener(type, (event) => event.stopPropagation())
  input.addEventListener('cancel', drop)
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    drop()
    if (file && !signal.aborted) onPick(file)
  })
  signal.addEventListener('abort', drop)
  // Safari on phones sends no change event for an input that is not on the page.
  document.body.append(input)
  input.click()
}

/** The values of `data-ms-action`. */
export const actionMounts: Record<AttributeValue<'action'>, Mount> = {
  logout,
  'customer-portal': customerPortal,
  'resend-verification-email': resendVerificationEmail,
  'login-redirect': loginRedirect,
  'profile-image': profileImage,
}

/** `data-ms-redirect`: a click stores where the next login or sign-up leads. */
export const redirectOverride: Mount = (element, { window, signal }) => {
  unclobbered(element).addEventListener(
    'click',
    () => {
      const target = redirectOverrideOf(element)
      if (target && !readsItsOwn(element) && !$member.get()) storeRedirectOverride(window, target)
    },
    // Before whatever acts on the click, even if a script of the page stops it.
    { signal, capture: true },
  )
}

/** Forms, provider buttons and logouts read the attribute when they need it: it must not outlive their failure. */
function readsItsOwn(element: Element): boolean {
  const acting = (isSubmitButton(element) && element.form) || element
  const reading = [attributes.form, attributes.authProvider].map((name) => withAttribute(name))
  return unclobbered(acting).matches([...reading, withAttribute(attributes.action, 'logout')].join())
}
