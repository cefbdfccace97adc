import noticeRules from './setup-notice.css?inline'
import { isLoopback } from './lib/browser'
import { reportProblem } from './lib/errors'

const ELEMENT_NAME = 'ms-setup-notice'

/**
 * Names a mistake in the install tag: in the console, and on a local page also in a notice. Visitors of a published
 * page see nothing.
 * @param problem a sentence that names the mistake and the fix
 * @param details for the console
 */
export function reportSetupProblem(window: Window & typeof globalThis, problem: string, ...details: unknown[]): void {
  reportProblem('error', problem, ...details)
  if (isLoopback(window.location.hostname)) showNotice(window, problem)
}

/** After the body, which the page gate may hide. In a shadow root, so that the page's CSS does not apply. */
function showNotice({ document, CSSStyleSheet }: Window & typeof globalThis, text: string): void {
  document.querySelector(ELEMENT_NAME)?.remove()
  const element = document.createElement(ELEMENT_NAME)
  const root = element.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(noticeRules)
  root.adoptedStyleSheets = [sheet]
  const notice = document.createElement('div')
  notice.className = 'notice'
  notice.lang = 'en'
  notice.dir = 'ltr'
  const words = document.createElement('p')
  words.className = 'text'
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'close'
  close.textContent = '×'
  close.ariaLabel = 'Close notice'
  close.addEventListener('click', () => element.remove())
  notice.append(words, close)
  notice.setAttribute('role', 'alert')
  root.append(notice)
  document.documentElement.append(element)
  // Screen readers announce a change of a live region, not its first content.
  words.textContent = `${text} Shown on local pages only.`
}
