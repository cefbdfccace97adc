import { createBrowserKeys } from './lib/browser-keys'
import { loadMembershipScript } from './lib/membership-script'

/**
 * The whole script of pages that are only read. The app is loaded for a member, whose pages show it, and at the first
 * sign that somebody uses the page with a mouse, a finger or a key: links and text work without it.
 */
const SIGNS = ['pointerover', 'pointerdown', 'focusin', 'keydown'] as const

let app: Promise<unknown> | undefined
const load = (): Promise<unknown> =>
  (app ??= import('./main')
    .then(({ started }) => started)
    .finally(() => document.removeEventListener('click', onClick, true)))

void loadMembershipScript()

const keys = createBrowserKeys(() => window.localStorage)

/** Buttons need the app: a click before it has come is repeated. */
function onClick(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (!button) return
  event.preventDefault()
  event.stopPropagation()
  start()
  void load().then(() => button.click())
}

function start(): void {
  for (const sign of SIGNS) document.removeEventListener(sign, start)
  window.removeEventListener('storage', start)
  void load()
}

for (const sign of SIGNS) document.addEventListener(sign, start, { passive: true })
// A login in another tab.
window.addEventListener('storage', start)
document.addEventListener('click', onClick, true)
if (keys.isLoggedIn() || keys.hasSession()) start()
