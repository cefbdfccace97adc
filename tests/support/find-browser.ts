/** Shared with `npm test`. */
export { findBrowser } from '../../commands/runtime/browser.mjs'
