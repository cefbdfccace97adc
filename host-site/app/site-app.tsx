import { useEffect } from 'react'
import { Router, useLocation } from 'wouter'
import type { Account } from '../features/account/account'
import { AccountProvider, useAccount } from '../features/account/account-context'
import { SiteApiProvider } from '../features/messages/site-api-context'
import type { SiteApi } from '../lib/site-api'
import { Footer } from './footer'
import { Navigation } from './navigation'
import { RoutedPage } from './routed-page'
import { usePageChange } from './use-page-change'

export interface SiteAppProps {
  account: Account
  api: SiteApi
  /** The path to render outside a browser. */
  prerenderPath?: string
}

/** The whole site, below the document's root element. */
export function SiteApp({ account, api, prerenderPath }: SiteAppProps) {
  return (
    <Router {...(prerenderPath === undefined ? {} : { ssrPath: prerenderPath })}>
      <AccountProvider account={account}>
        <SiteApiProvider api={api}>
          <FollowOtherTabs />
          <Layout />
        </SiteApiProvider>
      </AccountProvider>
    </Router>
  )
}

function Layout() {
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
        <RoutedPage />
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
