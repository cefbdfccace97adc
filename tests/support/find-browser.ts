/** The one search for a browser, shared with `npm test`. */
export { findBrowser } from '../../commands/runtime/browser.mjs'
