import { createElement, useEffect, useRef } from 'react'
import { type AroundNavHandler, Router, useLocation } from 'wouter'
import { type Account, AccountProvider, useAccount } from '../features/account/account'
import { UploadsProvider } from '../features/work-samples/uploads-context'
import { type SiteApi, SiteApiProvider } from '../lib/site-api'
import { documentTitle, routeNameAt } from '../paths'
import { Footer } from './footer'
import { Navigation } from './navigation'
import { type Pages, usePage } from './pages'

interface SiteAppProps {
  account: Account
  api: SiteApi
  /** The first page is already loaded. */
  pages: Pages
  /** Wraps navigation; the default navigates at once. */
  arrive?: AroundNavHandler
  /** The path that was prerendered. Set on the server and for hydration. */
  prerenderPath?: string
}

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

/** Keyed by the location, so that the member is checked on each route change. */
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
 * Does what a browser does on a real navigation: sets the title, scrolls to the top, and focuses the heading, which a
 * screen reader announces.
 */
function usePageChange(location: string): void {
  const shown = useRef(location)
  const steppedBack = useRef(false)

  useEffect(() => {
    const note = () => {
      // A step within one page is not a page change, and must not affect the next one.
      steppedBack.current = window.location.pathname !== shown.current
    }
    window.addEventListener('popstate', note)
    return () => window.removeEventListener('popstate', note)
  }, [])

  useEffect(() => {
    const name = routeNameAt(location)
    const before = shown.current
    // The first page was served with its title, which may name a TrustTag.
    if (before !== location) document.title = documentTitle(name)
    shown.current = location
    // All TrustTag checks share one page.
    if (before === location || (name === 'verify' && routeNameAt(before) === name)) return
    // On back and forward, the browser restores the scroll position.
    if (!steppedBack.current) window.scrollTo(0, 0)
    steppedBack.current = false
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [location])
}

const SIGNS = ['pointerover', 'pointerdown', 'focusin'] as const

/**
 * Preloads a page on the first sign that a link will be pressed.
 * @returns stops listening
 */
export function followLinks(root: Document, pages: Pages): () => void {
  const note = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (link?.origin !== root.location.origin) return
    // Silent here: a failure after the press is reported.
    pages.load(routeNameAt(link.pathname)).catch(() => {})
  }
  for (const sign of SIGNS) root.addEventListener(sign, note, { passive: true })
  return () => {
    for (const sign of SIGNS) root.removeEventListener(sign, note)
  }
}
