import { hydrateRoot } from 'react-dom/client'
import { SiteApp } from './app/site-app'
import { createAccount } from './features/account/account'
import { createBrowserKeys } from './lib/browser-keys'
import { createMembership } from './lib/membership'
import './styles/site.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id "root".')

const account = createAccount({
  membership: createMembership({
    window,
    // oxlint-disable-next-line no-console -- a failed membership call is logged, so that a site owner can see why
    report: (message, detail) => console.error(message, detail),
  }),
  keys: createBrowserKeys(() => window.localStorage),
  load: (path) => window.location.assign(path),
})

hydrateRoot(root, <SiteApp account={account} />)
