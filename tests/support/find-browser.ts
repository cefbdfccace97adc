/** The one search for a browser, shared with `npm test`. */
export { findBrowser } from '../../commands/browser/find-browser.mjs'
