/**
 * What only some pages need. The build puts these exports, with the modules that only they import, into one function
 * that runs at the first call of any of them (commands/build/lazy-modules.mjs).
 */
export { createPageMounts, type PageMounts } from './page-mounts'
export { startMessages } from './messages'
export { askInvited } from './plans/carry-out'
export { afterProviderReturn } from './social/provider-results'
