import { createElement, useEffect, useRef } from 'react'
import { type AroundNavHandler, Router, useLocation } from 'wouter'
import type { Account } from '../features/account/account'
import { AccountProvider, useAccount } from '../features/account/account-context'
import { UploadsProvider } from '../features/work-samples/uploads-context'
import type { SiteApi } from '../lib/site-api'
import { SiteApiProvider } from '../lib/site-api-context'
import { documentTitle, routeNameAt } from '../paths'
import { Footer } from './footer'
import { Navigation } from './navigation'
import { type Pages, usePage } from './pages'

interface SiteAppProps {
  account: Account
  api: SiteApi
  /** The page to begin with is loaded. */
  pages: Pages
  /** How the site goes from page to page; by itself at once. */
  arrive?: AroundNavHandler
  /** The path that the document was rendered for, on the server and when it comes to life. */
  prerenderPath?: string
}

/** The whole site, below the document's root element. */
export function SiteApp({ account, api, pages, arrive, prerenderPath }: SiteAppProps) {
  return (
    <Router {...(arrive && { aroundNav: arrive })} {...(prerenderPath === undefined ? {} : { ssrPath: prerenderPath })}>
      <AccountProvider account={account}>
        <SiteApiProvider api={api}>
          <FollowOtherTabs />
          <UploadsProvider>
            <Layout pages={pages} />
          </UploadsProvider>
        </SiteApiProvider>
      </AccountProvider>
    </Router>
  )
}

function Layout({ pages }: Pick<SiteAppProps, 'pages'>) {
  const [location] = useLocation()
  usePageChange(location)
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <AccountCheck key={location} />
      <Navigation />
      <main id="main" tabIndex={-1}>
        <RoutedPage pages={pages} />
      </main>
      <Footer />
    </>
  )
}

/** Asks who is logged in. Keyed by the location, so it asks on each route change. */
function AccountCheck() {
  const account = useAccount()
  useEffect(() => void account.check(), [account])
  return null
}

function FollowOtherTabs() {
  const account = useAccount()
  useEffect(() => account.follow(), [account])
  return null
}

/** The page of the current path. */
export function RoutedPage({ pages }: { pages: Pages }) {
  const [location] = useLocation()
  const page = usePage(routeNameAt(location), pages)
  if (page !== 'loading' && page !== 'failed') return createElement(page)
  return (
    <div className="page">
      {page === 'loading' ? (
        <output>Loading…</output>
      ) : (
        <p role="alert">
          This page could not be loaded. <a href={location}>Try again</a>
        </p>
      )}
    </div>
  )
}

/**
 * Does on a page change inside the site what a browser does on a real one: the title changes, reading starts at the
 * top, and the focus moves to the page's heading, which a screen reader then says.
 */
function usePageChange(location: string): void {
  const shown = useRef(location)
  const steppedBack = useRef(false)

  useEffect(() => {
    const note = () => {
      // A step between two states of one page is no page change, and must not pass for the next one.
      steppedBack.current = window.location.pathname !== shown.current
    }
    window.addEventListener('popstate', note)
    return () => window.removeEventListener('popstate', note)
  }, [])

  useEffect(() => {
    const name = routeNameAt(location)
    const before = shown.current
    // The page to begin with came with its title, which may name what it is about.
    if (before !== location) document.title = documentTitle(name)
    shown.current = location
    // The check of one TrustTag and of the next are one page.
    if (before === location || (name === 'verify' && routeNameAt(before) === name)) return
    // Going back or forward, the browser itself restores how far the page was scrolled.
    if (!steppedBack.current) window.scrollTo(0, 0)
    steppedBack.current = false
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [location])
}

const SIGNS = ['pointerover', 'pointerdown', 'focusin'] as const

/**
 * Loads a page as soon as somebody points at a link to it, so that it is there when they press.
 * @returns ends it
 */
export function followLinks(root: Document, pages: Pages): () => void {
  const note = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (link?.origin !== root.location.origin) return
    // A failure after a press is reported; after a hover it is not.
    pages.load(routeNameAt(link.pathname)).catch(() => {})
  }
  for (const sign of SIGNS) root.addEventListener(sign, note, { passive: true })
  return () => {
    for (const sign of SIGNS) root.removeEventListener(sign, note)
  }
}
