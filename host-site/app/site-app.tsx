import { useEffect } from 'react'
import { Router, useLocation } from 'wouter'
import type { Account } from '../features/account/account'
import { AccountProvider, useAccount } from '../features/account/account-context'
import { Footer } from './footer'
import { Navigation } from './navigation'
import { RoutedPage } from './routed-page'
import { usePageChange } from './use-page-change'

export interface SiteAppProps {
  account: Account
  /** The path to render outside a browser. */
  prerenderPath?: string
}

/** The whole site, below the document's root element. */
export function SiteApp({ account, prerenderPath }: SiteAppProps) {
  return (
    <Router {...(prerenderPath === undefined ? {} : { ssrPath: prerenderPath })}>
      <AccountProvider account={account}>
        <Layout />
      </AccountProvider>
    </Router>
  )
}

function Layout() {
  const account = useAccount()
  const [location] = useLocation()
  usePageChange(location)
  useEffect(() => account.follow(), [account])
  useEffect(() => void account.check(), [account, location])
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Navigation />
      <main id="main" tabIndex={-1}>
        <RoutedPage />
      </main>
      <Footer />
    </>
  )
}
