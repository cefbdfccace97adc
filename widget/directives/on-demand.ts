/**
 * What runs only on pages that ask for it. The build puts these, with all that only they need, into one function that
 * runs at the first call of any of them (commands/build/lazy-modules.mjs): until then a page pays for their characters.
 */
export { createPageMounts, type PageMounts } from './page-mounts'
export { createGatedElements, type GatedElements } from './gating/gated-elements'
export { startMessages } from './messages/start-messages'
export { askInvited } from './plans/ask-invited'
export { afterProviderReturn } from './social/after-provider-return'
