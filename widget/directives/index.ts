import { loginRedirect } from './actions/login-redirect'
import { logout } from './actions/logout'
import { profileImage } from './actions/profile-image'
import { resendVerificationEmail } from './actions/resend-verification-email'
import { createContentSource } from './content/content-source'
import { secureHtml } from './content/secure-html'
import { secureLink } from './content/secure-link'
import type { Directive } from './directive'
import { emailForm } from './forms/email'
import { createFilledFields } from './forms/fields/filled-fields'
import { forgotPasswordForm } from './forms/forgot-password'
import { loginForm } from './forms/login'
import { passwordForm } from './forms/password'
import { passwordlessLoginForm } from './forms/passwordless-login'
import { passwordlessSignupForm } from './forms/passwordless-signup'
import { profileForm } from './forms/profile'
import { resetPasswordForm } from './forms/reset-password'
import { signupForm } from './forms/signup'
import { bindDirective } from './gating/bind'
import { contentDirective } from './gating/content'
import type { Gate } from './gating/gate'
import { loader } from './loader/loader'
import { memberField } from './members/member-field'
import { memberImage } from './members/member-image'
import { memberText } from './members/member-text'
import { messageClose } from './messages/message-close'
import { messageElement } from './messages/message-element'
import { modalDirective } from './modals/open-modal'
import { redirectOverride } from './redirects/redirect-override'

/**
 * Every directive of a page, in the order in which they mount on one element: gating first, so that nothing else
 * starts on an element that is about to leave; what only remembers a click before what acts on it.
 */
export function pageDirectives(gate: Gate): readonly Directive[] {
  const resetRequest = { email: '' }
  const filled = createFilledFields()
  const content = createContentSource()
  return [
    contentDirective(gate),
    bindDirective(gate),
    memberText(),
    memberImage(),
    memberField(filled),
    secureHtml(content),
    secureLink(content),
    signupForm,
    loginForm,
    passwordlessSignupForm,
    passwordlessLoginForm,
    forgotPasswordForm(resetRequest),
    resetPasswordForm(resetRequest),
    profileForm(filled),
    emailForm(filled),
    passwordForm,
    redirectOverride,
    logout,
    resendVerificationEmail,
    loginRedirect,
    profileImage,
    modalDirective(),
    messageElement,
    messageClose,
    loader,
  ]
}
