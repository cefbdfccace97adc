import { text } from 'node:stream/consumers'
import { prerenderToNodeStream } from 'react-dom/static'
import { createPages, type Pages } from '../app/pages'
import { SiteApp } from '../app/site-app'
import { type Account, UNKNOWN_ACCOUNT } from '../features/account/account'
import type { SiteApi } from '../lib/site-api'
import { type RouteName, routeNames, routes } from '../paths'
import type { PrerenderedPage } from './document'
import { headTags } from './head'
import { readPalette } from './pictures'
import { fileNameOf, type SiteFile, siteFiles } from './site-files'

/** What is written beside the built client files. */
export interface PrerenderedSite {
  pages: PrerenderedPage[]
  files: SiteFile[]
}

/**
 * Every route as a visitor sees it before any script has run, and what stands beside them. Runs in Node, from a bundle of its
 * own.
 * @param tokens content of `styles/tokens.css`
 */
export async function renderSite(tokens: string): Promise<PrerenderedSite> {
  const pages = createPages()
  await pages.loadAll()
  const rendered = await Promise.all(routeNames.map((name) => renderPage(name, pages)))
  return { pages: rendered, files: siteFiles(readPalette(tokens)) }
}

async function renderPage(name: RouteName, pages: Pages): Promise<PrerenderedPage> {
  const { path } = routes[name]
  const app = <SiteApp account={nobody} api={noApi} pages={pages} prerenderPath={name === 'notFound' ? '/404' : path} />
  const { prelude } = await prerenderToNodeStream(app)
  return { name, file: fileOf(name), head: headTags(name), body: await text(prelude) }
}

function fileOf(name: RouteName): string {
  if (name === 'notFound') return '404.html'
  return name === 'home' ? 'index.html' : `${fileNameOf(name)}/index.html`
}

function outOfReach(): never {
  throw new Error('There is no membership service while pages are prerendered.')
}

const noApi: SiteApi = {
  call: outOfReach,
  download: outOfReach,
  upload: outOfReach,
  send: outOfReach,
  verify: outOfReach,
  readOpenFile: outOfReach,
  addressOfFile: outOfReach,
}

/** Effects and events never run here, so a call to the service is a mistake. */
const nobody: Account = {
  state: () => UNKNOWN_ACCOUNT,
  subscribe: () => () => {},
  check: outOfReach,
  signup: outOfReach,
  login: outOfReach,
  logout: outOfReach,
  openForgotPassword: outOfReach,
  join: outOfReach,
  sendVerificationMail: outOfReach,
  editProfile: outOfReach,
  deleteAccount: outOfReach,
  follow: outOfReach,
}
