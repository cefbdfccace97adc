import { hydrateRoot } from 'react-dom/client'
import { SiteApp } from './app/site-app'
import { createAccount } from './features/account/account'
import { createBrowserKeys } from './lib/browser-keys'
import { createMembership } from './lib/membership'
import { createSiteApi } from './lib/site-api'
import './styles/site.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')

// oxlint-disable-next-line no-console -- a failed call is logged, so that a site owner can see why
const report = (message: string, detail: string) => console.error(message, detail)

const account = createAccount({
  membership: createMembership({
    window,
    report,
  }),
  keys: createBrowserKeys(() => window.localStorage),
  load: (path) => window.location.assign(path),
})

const api = createSiteApi({
  document,
  fetch: window.fetch.bind(window),
  subtle: globalThis.crypto?.subtle,
  report,
})

hydrateRoot(root, <SiteApp account={account} api={api} />)
