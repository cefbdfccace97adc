import { relative, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseUrl } from '../../../contract/parse-url'
import { pageElements } from './page-elements'
import { decodeHtml } from '../decode-html'
import { findSources, readBytes, readUrlSource, UnreadableError } from '../sources'
import type { Source } from '../../../widget/inspector/rules/source/source-page'

/** Limits of a crawl. */
export interface CrawlLimits {
  pages: number
  /** Scripts of the same origin, all pages together. */
  scripts: number
  /** Of all pages and scripts together. */
  characters: number
  milliseconds: number
}

export const crawlLimits: CrawlLimits = { pages: 200, scripts: 50, characters: 50_000_000, milliseconds: 120_000 }

/** The pages of a site, as far as they could be read. */
export interface ReadSite {
  sources: Source[]
  /** The scripts of the same origin that pages at a URL load. */
  scripts: Source[]
  /** One sentence for each page or script that could not be read, and for a limit that was reached. */
  problems: string[]
}

/**
 * Reads files and folders. Of each named URL, reads the pages of the same origin that links lead to, and the scripts of
 * the same origin. Sends no cookie, and nothing to another origin.
 * @param cwd base of relative paths
 */
export async function readSite(
  named: readonly string[],
  cwd: string,
  limits: CrawlLimits = crawlLimits,
): Promise<ReadSite> {
  const site: ReadSite = { sources: [], scripts: [], problems: [] }
  const addresses = named.filter((name) => /^https?:\/\//i.test(name))
  const places = await findSources(
    named.filter((name) => !addresses.includes(name)),
    cwd,
  )
  for (const place of places) await readInto(site, 'sources', place.name, () => place.read())
  await readFileScripts(named, cwd, site, limits)
  for (const address of addresses) await crawl(address, site, limits)
  return site
}

/** Of pages in a named folder, the scripts in the same folder. */
async function readFileScripts(
  named: readonly string[],
  cwd: string,
  site: ReadSite,
  limits: CrawlLimits,
): Promise<void> {
  const found = new Map<string, string>()
  for (const { name, text } of site.sources) {
    const root = named.find((folder) => isWithin(resolve(cwd, folder), resolve(cwd, name)))
    if (root === undefined) continue
    const folder = `${pathToFileURL(resolve(cwd, root)).href}/`
    const page = pathToFileURL(resolve(cwd, name)).href
    for (const { kind, url } of urlsOf(text)) {
      const link = kind === 'script' ? parseUrl(url.replace(/^\/(?!\/)/, folder), page) : null
      const file =
        link?.protocol === 'file:' ? tryOrNull(() => fileURLToPath(withoutFragment(link).replace(/\?.*/, ''))) : null
      if (file !== null && isWithin(resolve(cwd, root), file)) found.set(file, relative(cwd, file))
    }
  }
  for (const [file, name] of [...found].slice(0, limits.scripts))
    await readInto(site, 'scripts', name, async () => ({
      name,
      text: decodeHtml(await readBytes(file), null),
      location: null,
    }))
  if (found.size > limits.scripts)
    site.problems.push(`Stopped after ${limits.scripts} scripts; ${found.size - limits.scripts} scripts were not read.`)
}

const isWithin = (folder: string, file: string): boolean => file.startsWith(folder + sep)

function tryOrNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

async function crawl(address: string, site: ReadSite, limits: CrawlLimits): Promise<void> {
  const first = parseUrl(address)
  if (!first || first.username !== '' || first.password !== '')
    return void site.problems.push(`${first?.host ?? address} is not a URL without user name and password.`)
  const end = Date.now() + limits.milliseconds
  let characters = 0
  const left = (): CrawlLeft => ({ characters: limits.characters - characters, milliseconds: end - Date.now() })
  const read: ReadUrl = async (kind, url, mayFollow) => {
    const timeLimitMs = Math.max(1, Math.min(left().milliseconds, PAGE_MILLISECONDS))
    const source = await readInto(site, kind, url, () =>
      readUrlSource(url, { timeLimitMs, mayFollow, kind: kind === 'scripts' ? 'script' : 'page' }),
    )
    characters += source?.text.length ?? 0
    return source
  }
  const found = await crawlPages(first, { site, limits, left, read })
  for (const [at, url] of found.scripts.entries()) {
    const reached = limitReached(limits, { ...left(), scripts: limits.scripts - at })
    if (reached)
      return void site.problems.push(
        `${found.origin}: stopped after ${reached}; ${found.scripts.length - at} scripts were not read.`,
      )
    await read('scripts', url, (_from, to) => to.origin === found.origin)
  }
}

/** The rest of a crawl's limits. */
interface CrawlLeft {
  characters: number
  milliseconds: number
}

type ReadUrl = (kind: 'sources' | 'scripts', url: string, mayFollow: MayFollow) => Promise<Source | null>

interface Crawling {
  site: ReadSite
  limits: CrawlLimits
  left(this: void): CrawlLeft
  read: ReadUrl
}

/** @returns the origin after a redirect of the first page, and the scripts of all pages */
async function crawlPages(
  first: URL,
  { site, limits, left, read }: Crawling,
): Promise<{ origin: string; scripts: string[] }> {
  let { origin } = first
  const queue = [withoutFragment(first)]
  const known = new Set(queue)
  const scripts = new Set<string>()
  for (let pages = 0; queue.length > 0; pages += 1) {
    const reached = limitReached(limits, { ...left(), pages: limits.pages - pages })
    if (reached) {
      site.problems.push(`${origin}: stopped after ${reached}; ${queue.length} pages were not read.`)
      break
    }
    const url = queue.shift() ?? ''
    const source = await read('sources', url, pages === 0 ? isSameSite : (_from, to) => to.origin === origin)
    if (!source) continue
    const base = source.location ? source.location.origin + source.location.pathname : url
    if (pages === 0 && source.location) ({ origin } = source.location)
    for (const { kind, url: written } of urlsOf(source.text)) {
      const link = parseUrl(written, base)
      if (link?.origin !== origin) continue
      const target = withoutFragment(link)
      if (kind === 'script') scripts.add(target)
      else if (isPage(link)) {
        if (!known.has(target)) queue.push(target)
        known.add(target)
      }
    }
  }
  return { origin, scripts: [...scripts] }
}

type MayFollow = (from: URL, to: URL) => boolean

/** Of the first URL: to https, and to or from `www.`. */
const isSameSite: MayFollow = (from, to) => bareHost(from) === bareHost(to) && from.port === to.port
const bareHost = ({ hostname }: URL): string => hostname.replace(/^www\./, '')

const PAGE_MILLISECONDS = 20_000

function limitReached(
  limits: CrawlLimits,
  { pages = 1, scripts = 1, characters, milliseconds }: CrawlLeft & { pages?: number; scripts?: number },
): string | null {
  if (pages <= 0) return `${limits.pages} pages`
  if (scripts <= 0) return `${limits.scripts} scripts`
  if (characters <= 0) return `${Math.round(limits.characters / 1_000_000)} MB`
  return milliseconds <= 0 ? `${Math.round(limits.milliseconds / 1000)} seconds` : null
}

/** @returns null if it cannot be read, after noting why */
async function readInto(
  site: ReadSite,
  kind: 'sources' | 'scripts',
  name: string,
  read: () => Promise<Source>,
): Promise<Source | null> {
  try {
    const source = await read()
    site[kind].push(source)
    return source
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    site.problems.push(`${name} ${error.message}.`)
    return null
  }
}

function withoutFragment(url: URL): string {
  const copy = new URL(url)
  copy.hash = ''
  return copy.href
}

/** Files that a site links to, such as images and archives, are not read. */
const isPage = ({ pathname }: URL): boolean => {
  const [, extension = ''] = /\.([a-z\d]{1,5})$/i.exec(pathname) ?? []
  return extension === '' || /^(html?|xhtml|php|aspx?|jsp)$/i.test(extension)
}

/** The links of a page, and its scripts without the install script, as written. */
function* urlsOf(text: string): Generator<{ kind: 'page' | 'script'; url: string }> {
  for (const { tag, attribute } of pageElements(text)) {
    const href = tag === 'a' || tag === 'area' ? attribute('href') : null
    const src = tag === 'script' ? attribute('src') : null
    if (href !== null) yield { kind: 'page', url: href }
    else if (src !== null && !INSTALL_SCRIPT.test(src)) yield { kind: 'script', url: src }
  }
}

const INSTALL_SCRIPT = /\/(membership|memberstack)(@[\d.]+)?\.js\b/
