import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { arriveWithPage, createPages } from './app/pages'
import { followLinks, SiteApp } from './app/site-app'
import { createAccount } from './features/account/account'
import { createBrowserKeys } from './lib/browser-keys'
import { createMembership } from './lib/membership'
import { loadMembershipScript } from './lib/membership-script'
import { createSiteApi } from './lib/site-api'
import { routeNameAt } from './paths'
import './styles/site.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')

// oxlint-disable-next-line no-console -- a failed call is logged, so that a site owner can see why
const report = (message: string, detail: string) => console.error(message, detail)

const open = (path: string) => window.location.assign(path)

const membership = createMembership({ window, report, loadScript: loadMembershipScript })
const keys = createBrowserKeys(() => window.localStorage)
const account = createAccount({ membership, keys, load: open })

const api = createSiteApi({
  document,
  fetch: window.fetch.bind(window),
  token: membership.token,
  visitor: { read: keys.visitor, keep: keys.setVisitor },
  subtle: globalThis.crypto?.subtle,
  report,
})

const pages = createPages()
// The URL may change before hydration: hydrate with the path that was served.
const path = window.location.pathname
const app = (
  <SiteApp account={account} api={api} pages={pages} arrive={arriveWithPage(pages, open)} prerenderPath={path} />
)

async function start(at: HTMLElement): Promise<void> {
  await pages.load(routeNameAt(path))
  // A transition hydrates in small steps, so that scrolling and typing stay smooth.
  startTransition(() => void hydrateRoot(at, app))
  followLinks(document, pages)
}

/** Without the page's chunk, the served document stays readable and its links work. */
export const started: Promise<void> = start(root).catch((error: unknown) =>
  report('The page could not be started:', String(error)),
)
