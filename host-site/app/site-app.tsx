import { useEffect } from 'react'
import { Router, useLocation, type AroundNavHandler } from 'wouter'
import type { Account } from '../features/account/account'
import { AccountProvider, useAccount } from '../features/account/account-context'
import { SiteApiProvider } from '../features/messages/site-api-context'
import { UploadsProvider } from '../features/work-samples/uploads-context'
import type { SiteApi } from '../lib/site-api'
import { Footer } from './footer'
import { Navigation } from './navigation'
import type { Pages } from './pages'
import { RoutedPage } from './routed-page'
import { usePageChange } from './use-page-change'

export interface SiteAppProps {
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
