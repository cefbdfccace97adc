import { text } from 'node:stream/consumers'
import { prerenderToNodeStream } from 'react-dom/static'
import { SiteApp } from '../app/site-app'
import type { Account } from '../features/account/account'
import { UNKNOWN_ACCOUNT } from '../features/account/account-state'
import type { SiteApi } from '../lib/site-api'
import { documentTitle, routeNames, routes, type RouteName } from '../paths'
import type { PrerenderedPage } from './document'

/** Every route as a visitor sees it before any script has run. Runs in Node, from a bundle of its own. */
export async function renderPages(): Promise<PrerenderedPage[]> {
  return Promise.all(routeNames.map(renderPage))
}

async function renderPage(name: RouteName): Promise<PrerenderedPage> {
  const { path, summary } = routes[name]
  const app = <SiteApp account={nobody} api={noApi} prerenderPath={name === 'notFound' ? '/404' : path} />
  const { prelude } = await prerenderToNodeStream(app)
  return { file: fileOf(name), title: documentTitle(name), description: summary, body: await text(prelude) }
}

const fileOf = (name: RouteName): string =>
  name === 'notFound' ? '404.html' : `${routes[name].path}/index.html`.replace(/^\/+/, '')

function outOfReach(): never {
  throw new Error('There is no membership service while pages are prerendered.')
}

const noApi: SiteApi = { send: outOfReach }

/** Effects and events never run here, so a call to the service is a mistake. */
const nobody: Account = {
  state: () => UNKNOWN_ACCOUNT,
  subscribe: () => () => {},
  check: outOfReach,
  signup: outOfReach,
  login: outOfReach,
  logout: outOfReach,
  openForgotPassword: outOfReach,
  follow: outOfReach,
}
