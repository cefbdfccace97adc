import { FADE_MS } from '../../../contract/limits'
import { attributes, withAttribute } from '../../attributes'

/**
 * A page's own message elements show only when there is something to say. The banner's rules name
 * its ids as attributes: that wins over what a page says of every button, and loses to what it says of these ids.
 */
export const messageRules = `
${withAttribute(attributes.message)} { display: none }

[id="ms-message"] {
  --ms-accent: #0a7a3d;
  display: none;
  position: fixed;
  z-index: 2147483000;
  inset-block-end: max(1rem, env(safe-area-inset-bottom));
  inset-inline: 1rem;
  box-sizing: border-box;
  inline-size: fit-content;
  max-inline-size: min(30rem, calc(100vw - 2rem));
  margin-inline: auto;
  padding-block: .875rem;
  padding-inline: 1.25rem 3.25rem;
  border: 1px solid #d5d9e0;
  border-radius: .625rem;
  background: #fff;
  color: #14181f;
  font: 1rem/1.45 system-ui, sans-serif;
  text-align: start;
  overflow-wrap: anywhere;
  box-shadow: 0 10px 30px rgb(0 0 0 / .18);
  animation: ms-message-in ${FADE_MS}ms ease-out;
}
[id="ms-message"][data-kind="error"] { --ms-accent: #c0272d }
[id="ms-status-icon"] {
  position: absolute;
  inset-block: .5rem;
  inset-inline-start: .5rem;
  inline-size: .25rem;
  border-radius: .25rem;
  background: var(--ms-accent);
}
[id="ms-status-close"] {
  position: absolute;
  inset-block-start: .375rem;
  inset-inline-end: .375rem;
  inline-size: 2.5rem;
  block-size: 2.5rem;
  min-block-size: 0;
  margin: 0;
  padding: 0;
  border: 0;
  border-radius: .5rem;
  background: transparent;
  color: inherit;
  font: 1.375rem/1 system-ui, sans-serif;
  cursor: pointer;
}
[id="ms-status-close"]:hover { background: rgb(128 128 128 / .16) }
[id="ms-status-close"]:focus-visible { outline: 2px solid currentColor; outline-offset: -2px }

@keyframes ms-message-in { from { opacity: 0; transform: translateY(.5rem) } }
@media (prefers-color-scheme: dark) {
  [id="ms-message"] { --ms-accent: #4ccb84; border-color: #3a414d; background: #1b2028; color: #f2f4f8 }
  [id="ms-message"][data-kind="error"] { --ms-accent: #ff7b80 }
}
@media (prefers-reduced-motion: reduce) { [id="ms-message"] { animation: none } }
`
