import { text } from 'node:stream/consumers'
import { prerenderToNodeStream } from 'react-dom/static'
import { SiteApp } from '../app/site-app'
import { createAccount } from '../features/account/account'
import { documentTitle, routeNames, routes, type RouteName } from '../paths'

export interface PrerenderedPage {
  /** Path of the file inside the site's folder. */
  file: string
  title: string
  description: string
  /** HTML of the root element's content. */
  body: string
}

/** Every route as a visitor sees it before any script has run. Runs in Node, from a bundle of its own. */
export async function renderPages(): Promise<PrerenderedPage[]> {
  return Promise.all(routeNames.map(renderPage))
}

async function renderPage(name: RouteName): Promise<PrerenderedPage> {
  const { path, summary } = routes[name]
  const app = <SiteApp account={nobody()} prerenderPath={name === 'notFound' ? '/404' : path} />
  const { prelude } = await prerenderToNodeStream(app)
  return { file: fileOf(name), title: documentTitle(name), description: summary, body: await text(prelude) }
}

const fileOf = (name: RouteName): string =>
  name === 'notFound' ? '404.html' : `${routes[name].path}/index.html`.replace(/^\/+/, '')

/** An account for a render in which effects and events never run: whoever asks it anything has made a mistake. */
function nobody() {
  const outOfReach = () => {
    throw new Error('There is no membership service while pages are prerendered.')
  }
  const calls = new Proxy({} as never, { get: () => outOfReach })
  return createAccount({ membership: calls, keys: { ...calls, isLoggedIn: () => false }, load: outOfReach })
}
