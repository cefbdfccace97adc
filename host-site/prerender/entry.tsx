import { text } from 'node:stream/consumers'
import { prerenderToNodeStream } from 'react-dom/static'
import { type ShownBank, skillPages } from '../../contract/skill-pages'
import { createPages, type Pages } from '../app/pages'
import { SiteApp } from '../app/site-app'
import { type Account, UNKNOWN_ACCOUNT } from '../features/account/account'
import { type KnownSkill, renderWithSkill } from '../features/skills/near-skills'
import type { SiteApi } from '../lib/site-api'
import { type RouteName, routeNames, routes, skillPath } from '../paths'
import { fileNameOf, type PrerenderedPage, type SiteFile, siteFiles } from './document'
import { headTags, skillHeadTags } from './head'
import { readPalette } from './pictures'

export interface PrerenderedSite {
  pages: PrerenderedPage[]
  files: SiteFile[]
}

/**
 * Renders every route and every skill as a visitor sees it before scripts run. Runs in Node, from its own bundle.
 * @param tokens content of `styles/tokens.css`
 * @param banks the question banks
 */
export async function renderSite(tokens: string, banks: readonly ShownBank[]): Promise<PrerenderedSite> {
  renderWithSkill(null)
  const pages = createPages()
  await pages.loadAll()
  const skills = [...skillPages(banks)].map(([slug, skill]) => ({ path: skillPath(slug), skill }))
  const rendered = await Promise.all(routeNames.map((name) => renderPage(name, pages)))
  for (const known of skills) rendered.push(await renderSkill(known, pages))
  rendered.push(await renderUnknownSkill(pages))
  const listed = skills.flatMap(({ path, skill }) => (path === skillPath(skill.slug) ? [path] : []))
  return { pages: rendered, files: siteFiles(readPalette(tokens), listed) }
}

/** One at a time: the page finds its skill in a variable. */
async function renderSkill(known: KnownSkill, pages: Pages): Promise<PrerenderedPage> {
  const { path, skill } = known
  renderWithSkill(known)
  const body = await render(path, pages)
  renderWithSkill(null)
  return { name: 'skills', file: `${path.slice(1)}/index.html`, head: skillHeadTags(skill, known), body }
}

/** Served with status 404 for every other name (commands/serve/sites.ts). */
async function renderUnknownSkill(pages: Pages): Promise<PrerenderedPage> {
  const body = await render(skillPath('404'), pages)
  return { name: 'skills', file: '404-skill.html', head: headTags('notFound'), body }
}

async function renderPage(name: RouteName, pages: Pages): Promise<PrerenderedPage> {
  const path = name === 'notFound' ? '/404' : routes[name].path
  return { name, file: fileOf(name), head: headTags(name), body: await render(path, pages) }
}

async function render(path: string, pages: Pages): Promise<string> {
  const app = <SiteApp account={nobody} api={noApi} pages={pages} prerenderPath={path} />
  const { prelude } = await prerenderToNodeStream(app)
  return text(prelude)
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

/** Effects and events never run here, so any call is a mistake. */
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
