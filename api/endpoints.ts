import { AUTH_PROVIDER_PATH } from '../contract/providers'
import { adminMemberHandlers, memberDetailHandlers } from './features/accounts/admin-routes'
import { LOGIN_LINK_PATH } from './features/accounts/email-codes'
import { loginLinkPage } from './features/accounts/passwordless'
import { emailChanged, notMe, resetPassword, verifyEmail } from './features/accounts/pages'
import { accountHandlers } from './features/accounts/routes'
import { credentialHandlers } from './features/app-secrets/admin-routes'
import { testMailHandlers } from './features/app-secrets/test-mail'
import { contentDraftHandlers } from './features/app-settings/content-drafts'
import { contentHandlers } from './features/app-settings/content-routes'
import { createAppHandlers } from './features/app-settings/edit'
import { definitionHandlers, previewHandlers } from './features/app-settings/definition-routes'
import { pageHandlers } from './features/app-settings/fetch-page'
import { goLiveHandlers } from './features/app-settings/go-live'
import type { AdminHandlers } from './features/apps/secret-keys'
import { assessmentHandlers } from './features/assessments/routes'
import { auditHandlers } from './features/audit/reading'
import { captchaHandlers } from './features/captcha/check'
import { UNSUBSCRIBE_PATH } from './features/comments/mails'
import { unsubscribe } from './features/comments/pages'
import { commentHandlers } from './features/comments/routes'
import { adminDataTableHandlers } from './features/data-tables/admin-routes'
import { dataTableHandlers } from './features/data-tables/routes'
import { inboxHandlers } from './features/inbox'
import { installationHandlers } from './features/installations'
import { figureHandlers } from './features/analytics/figures'
import { jobHandlers } from './features/jobs/routes'
import type { Handlers } from './features/members/context'
import { ownerActions } from './features/owner/actions'
import { actionPage, logout, ownerPage } from './features/owner/pages'
import { passkeyHandlers } from './features/passkeys/routes'
import { paymentHandlers } from './features/payments/routes'
import { OFFER_SCRIPT_PATH, offerScript, testCheckout } from './features/payments/test/checkout-page'
import { testPortal } from './features/payments/test/portal-page'
import { adminPlanHandlers, planHandlers } from './features/plans/routes'
import { profileHandlers } from './features/profiles/routes'
import { ANSWER_SCRIPT_PATH, answerScript } from './features/social/answer-page'
import { adminSignInHandlers } from './features/second-factor/admin-routes'
import { RECOVERY_PATH, recoveryPage, SETUP_PATH, setupPage } from './features/second-factor/pages'
import { CONTINUE_PATH } from './features/social/begin-flow'
import { callbackPage, continuePage, startPage } from './features/social/pages'
import { confirmEmail } from './features/second-factor/confirm-email-page'
import { secondFactorHandlers } from './features/second-factor/routes'
import { socialHandlers } from './features/social/routes'
import { TEST_CONSENT_PATH, testConsent } from './features/social/test-consent'
import { staffHandlers } from './features/staff/admin-routes'
import { tagPurchaseHandlers } from './features/tag-purchases/routes'
import { tagHandlers } from './features/tags/routes'
import { transferHandlers } from './features/transfer/admin-routes'
import { visitHandlers } from './features/visits'
import { webhookHandlers } from './features/webhooks/admin-routes'
import { workSampleHandlers } from './features/work-samples/routes'
import type { HostedPages } from './http/pages'

export const handlers: Handlers = {
  ...accountHandlers,
  ...passkeyHandlers,
  ...secondFactorHandlers,
  ...planHandlers,
  ...commentHandlers,
  ...dataTableHandlers,
  ...socialHandlers,
  ...inboxHandlers,
  ...captchaHandlers,
  ...visitHandlers,
  ...paymentHandlers,
  ...tagHandlers,
  ...tagPurchaseHandlers,
  ...profileHandlers,
  ...workSampleHandlers,
  ...assessmentHandlers,
}

export const adminHandlers: AdminHandlers = {
  ...adminMemberHandlers,
  ...memberDetailHandlers,
  ...adminSignInHandlers,
  ...adminPlanHandlers,
  ...adminDataTableHandlers,
  ...jobHandlers,
  ...figureHandlers,
  ...auditHandlers,
  ...staffHandlers,
  ...transferHandlers,
  ...webhookHandlers,
  ...createAppHandlers,
  ...definitionHandlers,
  ...contentHandlers,
  ...contentDraftHandlers,
  ...previewHandlers,
  ...credentialHandlers,
  ...testMailHandlers,
  ...goLiveHandlers,
  ...pageHandlers,
  ...installationHandlers,
}

export const pages: HostedPages = {
  forms: {
    '/account/verify-email': verifyEmail,
    '/account/reset-password': resetPassword,
    '/account/email-changed': emailChanged,
    '/confirm-email': confirmEmail,
    '/account/not-me': notMe,
    [RECOVERY_PATH]: recoveryPage,
    [SETUP_PATH]: setupPage,
    [LOGIN_LINK_PATH]: loginLinkPage,
    [CONTINUE_PATH]: continuePage,
    [UNSUBSCRIBE_PATH]: unsubscribe,
    [TEST_CONSENT_PATH]: testConsent,
    '/test/checkout': testCheckout,
    '/test/portal': testPortal,
    '/owner': ownerPage,
    '/owner/revoke': actionPage(ownerActions.revoke),
    '/owner/refund': actionPage(ownerActions.refund),
    '/owner/note': actionPage(ownerActions.note),
    '/owner/logout': logout,
  },
  views: {
    [`${AUTH_PROVIDER_PATH}/signup`]: startPage('signup'),
    [`${AUTH_PROVIDER_PATH}/login`]: startPage('login'),
    [`${AUTH_PROVIDER_PATH}/connect`]: startPage('connect'),
    [`${AUTH_PROVIDER_PATH}/prove`]: startPage('prove'),
    [`${AUTH_PROVIDER_PATH}/callback/:provider`]: callbackPage,
  },
  scripts: { [OFFER_SCRIPT_PATH]: offerScript, [ANSWER_SCRIPT_PATH]: answerScript },
}
