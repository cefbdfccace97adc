import { type AttributeName, attributes, type AttributeValue } from '../attributes'
import { isTag, unclobbered } from '../lib/dom'
import { mapValues } from '../lib/values'
import { customerPortal } from './actions/customer-portal'
import { loginRedirect } from './actions/login-redirect'
import { logout } from './actions/logout'
import { profileImage } from './actions/profile-image'
import { resendVerificationEmail } from './actions/resend-verification-email'
import { createContentSource } from './content/content-source'
import { secureHtml } from './content/secure-html'
import { secureLink } from './content/secure-link'
import { createComments } from './comments/comments'
import type { Mount } from './directive'
import { emailForm } from './forms/email'
import { createFilledFields, type FilledFields } from './forms/fields/filled-fields'
import { forgotPasswordForm } from './forms/forgot-password'
import { loginForm } from './forms/login'
import type { MountedForms } from './forms/mounted-forms'
import { passwordForm } from './forms/password'
import { passwordlessLoginForm } from './forms/passwordless-login'
import { passwordlessSignupForm } from './forms/passwordless-signup'
import { profileForm } from './forms/profile'
import { resetPasswordForm } from './forms/reset-password'
import { signupForm } from './forms/signup'
import type { FormMount } from './forms/submit-form'
import { wrappedForm } from './forms/wrapped-form'
import { bindAttributes } from './gating/bind'
import { gatedContent } from './gating/content'
import type { Gate } from './gating/gate'
import { loader } from './loader/loader'
import { memberValues } from './members/member-values'
import { messageClose } from './messages/message-close'
import { messageElement } from './messages/message-element'
import { modalOpener } from './modals/open-modal'
import { choiceElement } from './plans/choice-element'
import { redirectOverride } from './redirects/redirect-override'
import { createConnections } from './social/connections'
import { disconnectElement } from './social/disconnect-element'
import { providerButton } from './social/provider-button'

/** How the directives that an ordinary page does not carry mount. */
export type PageMounts = ReturnType<typeof createPageMounts>

export function createPageMounts(gate: Gate) {
  const filled = createFilledFields()
  const content = createContentSource()
  const connections = createConnections()
  const mounted: MountedForms = new WeakMap()
  const form = byValue(
    attributes.form,
    mapValues(formMounts(filled), (mountForm) => mountForm(mounted)),
  )
  return {
    content: gatedContent(gate),
    bind: bindAttributes(gate),
    member: memberValues(filled),
    secureHtml: secureHtml(content),
    secureLink: secureLink(content),
    form: (element, context) => (isTag(element, 'form') ? form : wrappedForm)(element, context),
    redirectOverride,
    choice: choiceElement(),
    provider: providerButton(mounted, connections),
    managedProviders: connections.around,
    disconnect: disconnectElement(connections),
    action: byValue(attributes.action, actionMounts),
    modal: modalOpener(),
    message: messageElement,
    messageClose,
    loader,
    ...createComments(),
  } satisfies Record<string, Mount>
}

function formMounts(filled: FilledFields): Record<AttributeValue<'form'>, FormMount> {
  const resetRequest = { email: '' }
  return {
    signup: signupForm,
    login: loginForm,
    'passwordless-signup': passwordlessSignupForm,
    'passwordless-login': passwordlessLoginForm,
    'forgot-password': forgotPasswordForm(resetRequest),
    'reset-password': resetPasswordForm(resetRequest),
    profile: profileForm(filled),
    email: emailForm(filled),
    password: passwordForm,
  }
}

const actionMounts: Record<AttributeValue<'action'>, Mount> = {
  logout,
  'customer-portal': customerPortal,
  'resend-verification-email': resendVerificationEmail,
  'login-redirect': loginRedirect,
  'profile-image': profileImage,
}

/** Mounts what the attribute's value names; nothing for a value that means nothing. */
const byValue =
  (attribute: AttributeName, mounts: Readonly<Record<string, Mount>>): Mount =>
  (element, context) => {
    const value = unclobbered(element).getAttribute(attribute) ?? ''
    return Object.hasOwn(mounts, value) ? mounts[value]?.(element, context) : undefined
  }
