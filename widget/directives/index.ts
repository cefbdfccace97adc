import { logout } from './actions/logout'
import type { Directive } from './directive'
import { forgotPasswordForm } from './forms/forgot-password'
import { loginForm } from './forms/login'
import { resetPasswordForm } from './forms/reset-password'
import { signupForm } from './forms/signup'
import { contentDirective } from './gating/content'
import type { Gate } from './gating/gate'
import { memberText } from './members/member-text'
import { messageClose } from './messages/message-close'
import { messageElement } from './messages/message-element'
import { modalDirective } from './modals/open-modal'

/**
 * Every directive of a page, in the order in which they mount on one element: gating first, so that nothing else
 * starts on an element that is about to leave.
 */
export function pageDirectives(gate: Gate): readonly Directive[] {
  const resetRequest = { email: '' }
  return [
    contentDirective(gate),
    memberText,
    signupForm,
    loginForm,
    forgotPasswordForm(resetRequest),
    resetPasswordForm(resetRequest),
    logout,
    modalDirective(),
    messageElement,
    messageClose,
  ]
}
