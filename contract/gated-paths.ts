import type { ContentGroup } from './entities'
import { parseUrl } from './parse-url'

/** The part of a content group that decides whether it gates a path. */
export type GatedGroup = Pick<ContentGroup, 'urls' | 'redirect'>

/** Whether a content group gates a path. Its own redirect page is open: otherwise the redirect would never arrive. */
export const gatesPath = ({ urls, redirect }: GatedGroup, path: string): boolean =>
  isListed(urls, path) && !isSamePage(pathOf(redirect), path)

const isListed = (urls: GatedGroup['urls'], path: string): boolean =>
  urls.some(({ url, filter }) => matches(url, filter, path))

/** The path of a target that may have a query and a hash. */
export const pathOf = (target: string): string => parseUrl(target, 'http://site')?.pathname ?? target

/**
 * Whether a host may serve the same page at both paths. Ignores percent-encoding, letter case, repeated slashes and
 * backslashes, `..` after an encoded slash, `;parameters`, `.html` and `/index.html`.
 */
export const isSamePage = (one: string, other: string): boolean => pageOf(one) === pageOf(other)

/**
 * STARTS is a plain prefix: `/members` also gates `/membership`; `/members/` gates `/members` and everything below it.
 */
const matches = (url: string, filter: GatedGroup['urls'][number]['filter'], path: string): boolean =>
  isSamePage(url, path) || (filter === 'STARTS' && `${withoutSlash(normalized(path))}/`.startsWith(normalized(url)))

const pageOf = (path: string): string => withoutSlash(normalized(path)).replace(/(\/index)?\.html$/, '')

const withoutSlash = (path: string): string => path.replace(/\/$/, '')

/** Nearly all paths are unambiguous. The other patterns cost too much at page load. */
const PLAIN = /^\/([a-z\d_-]+(\.[a-z\d]+)?(\/|$))*$/

function normalized(path: string): string {
  if (PLAIN.test(path)) return path
  const plain = decoded(path)
    .replace(/;[^\\/]*/g, '')
    .replace(/[\\/]+/g, '/')
    .replace(/[?#%]/g, encodeURIComponent)
  return decoded(pathOf(`http://site${plain}`))
    .toLowerCase()
    .normalize()
}

/** Decodes each run of escapes separately: an invalid one must not keep the others encoded. */
const decoded = (path: string): string => path.replace(/(%[\da-f]{2})+/gi, decodedRun)

function decodedRun(bytes: string): string {
  try {
    return decodeURIComponent(bytes)
  } catch {
    return bytes
  }
}

/**
 * Digests of an app's gated URLs, for a script that serves all apps of a server: it must not name customers to each
 * other. The app itself has one if it gates anything, `=` marks a page, and `!` a redirect page that no group gates.
 */
export function gateDigests(appId: string, groups: readonly GatedGroup[]): string[] {
  const gating = groups.filter(({ urls }) => urls.length > 0)
  if (gating.length === 0) return []
  const open = gating
    .filter(({ urls, redirect }) => isListed(urls, pathOf(redirect)))
    .map(({ redirect }) => pathOf(redirect))
    .filter((path) => !gating.some((group) => gatesPath(group, path)))
  const marks = gating
    .flatMap(({ urls }) => urls)
    .flatMap(({ url, filter }) => [`=${pageOf(url)}`, ...(filter === 'STARTS' ? [normalized(url)] : [])])
  return ['', ...open.map((path) => `!${pageOf(path)}`), ...marks].map((mark) => digest(appId + mark))
}

/**
 * Whether an app may gate a path, by the digests of all apps. It never misses a gated path; one in many millions of other
 * paths has the digest of a gated one.
 * @returns null if the app gates nothing
 */
export function gateTest(appId: string, digests: ReadonlySet<string>): ((path: string) => boolean) | null {
  const has = (mark: string): boolean => digests.has(digest(appId + mark))
  if (!has('')) return null
  return (path) => {
    const page = pageOf(path)
    const whole = `${withoutSlash(normalized(path))}/`
    return !has(`!${page}`) && (has(`=${page}`) || whole.split('').some((_, at) => has(whole.slice(0, at + 1))))
  }
}

/** FNV-1a, from zero. */
const digest = (text: string): string =>
  (text.split('').reduce((hash, sign) => Math.imul(hash ^ sign.charCodeAt(0), 0x01_00_01_93), 0) >>> 0).toString(36)
