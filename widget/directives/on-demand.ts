/**
 * Code that only some pages need. The build wraps these exports, with modules that only they import, into a function
 * that runs on first use (commands/build/lazy-modules.mjs).
 */
export { createPageMounts, type PageMounts } from './page-mounts'
export { startMessages } from './messages'
export { openHostedCheckout } from './plans/checkouts'
export { askInvited } from './plans/carry-out'
export { openLoginLink } from './login-link'
export { afterProviderReturn } from './social/provider-results'
