import { type AttributeName, attributes, type AttributeValue, type MountName } from '../attributes'
import type { Gate } from '../gating/gate'
import { isTag, unclobbered } from '../lib/dom'
import { mapValues } from '../lib/values'
import { actionMounts, redirectOverride } from './actions'
import { commentAlias, commentForm } from './comments/aliases'
import { createComments } from './comments/comments'
import type { Mount } from './directive'
import { loginForm, signupForm } from './forms/login-forms'
import { emailForm, forgotPasswordForm, passwordForm, profileForm, resetPasswordForm } from './forms/member-forms'
import { type FormMount, type MountedForms, wrappedForm } from './forms/mount-form'
import { passwordlessLoginForm, passwordlessSignupForm } from './forms/passwordless'
import { createPrefilledFields, type PrefilledFields } from './forms/prefilled-fields'
import { boundAttributes, gatedContent } from './gated-content'
import { loader } from './loader'
import { memberValues } from './member-values'
import { messageClose, messageElement } from './message-elements'
import { modalOpener } from './modal-opener'
import { choiceElement } from './plans/choice-element'
import { createContentSource, secureHtml, secureLink } from './secure-content'
import { createConnections, disconnectElement } from './social/connections'
import { providerButton } from './social/provider-button'

/** The mounts of one page, by the `mount` of the rows in `attributes.ts`. */
export type PageMounts = ReturnType<typeof createPageMounts>

export function createPageMounts(gate: Gate) {
  const prefilled = createPrefilledFields()
  const content = createContentSource()
  const connections = createConnections()
  const mounted: MountedForms = new WeakMap()
  const form = byValue(
    attributes.form,
    mapValues(formMounts(prefilled), (mountForm) => mountForm(mounted)),
  )
  return {
    content: gatedContent(gate),
    bind: boundAttributes(gate),
    member: memberValues(prefilled),
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
    commentAlias,
    ...createComments(),
  } satisfies Record<MountName, Mount>
}

function formMounts(prefilled: PrefilledFields): Record<AttributeValue<'form'>, FormMount> {
  const resetRequest = { email: '' }
  return {
    signup: signupForm,
    login: loginForm,
    'passwordless-signup': passwordlessSignupForm,
    'passwordless-login': passwordlessLoginForm,
    'forgot-password': forgotPasswordForm(resetRequest),
    'reset-password': resetPasswordForm(resetRequest),
    profile: profileForm(prefilled),
    email: emailForm(prefilled),
    password: passwordForm,
    post: commentForm('post'),
    thread: commentForm('thread'),
  }
}

/** Mounts by the attribute's value; an unknown value mounts nothing. */
const byValue =
  (attribute: AttributeName, mounts: Readonly<Record<string, Mount>>): Mount =>
  (element, context) => {
    const value = unclobbered(element).getAttribute(attribute) ?? ''
    return Object.hasOwn(mounts, value) ? mounts[value]?.(element, context) : undefined
  }
