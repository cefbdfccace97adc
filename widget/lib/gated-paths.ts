import type { ContentGroup } from '../../contract/entities'
import { tryOrUndefined } from './errors'

/** The part of a content group that decides whether it gates a path. */
export type GatedGroup = Pick<ContentGroup, 'urls' | 'redirect'>

/** Whether a content group gates a path. Its own redirect page is open, otherwise the redirect would never arrive. */
export const gatesPath = ({ urls, redirect }: GatedGroup, path: string): boolean =>
  urls.some(({ url, filter }) => matches(url, filter, path)) && !isSamePage(pathOf(redirect), path)

/**
 * Whether redirects form a loop.
 * @param redirectOf where a page redirects to; undefined where visitors may stay
 */
export function leadsRound(redirectOf: (path: string) => string | undefined, path: string): boolean {
  const seen = [path]
  for (;;) {
    const redirect = redirectOf(seen[0] ?? '')
    if (redirect === undefined) return false
    const next = pathOf(redirect)
    if (seen.some((page) => isSamePage(page, next))) return true
    seen.unshift(next)
  }
}

/** The path of a target that may have a query and a hash. */
export const pathOf = (target: string): string =>
  tryOrUndefined(() => new URL(target, 'http://site').pathname) ?? target

/**
 * Whether a host may serve one page at both paths. It ignores percent-encoding, letter case, doubled slashes and
 * backslashes, `..` behind an encoded slash, `;parameters`, `.html` and `/index.html`.
 */
export const isSamePage = (one: string, other: string): boolean => pageOf(one) === pageOf(other)

/** STARTS is a plain prefix: `/members` gates `/membership` too; `/members/` gates `/members` and what is below it. */
const matches = (url: string, filter: GatedGroup['urls'][number]['filter'], path: string): boolean =>
  isSamePage(url, path) || (filter === 'STARTS' && `${withoutSlash(normalized(path))}/`.startsWith(normalized(url)))

const pageOf = (path: string): string => withoutSlash(normalized(path)).replace(/(\/index)?\.html$/, '')

const withoutSlash = (path: string): string => path.replace(/\/$/, '')

/** Nearly all paths are unambiguous; the other patterns cost too much at page load. */
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

/** Each run of escapes by itself: an invalid one must not keep the others encoded. */
const decoded = (path: string): string =>
  path.replace(/(%[\da-f]{2})+/gi, (bytes) => tryOrUndefined(() => decodeURIComponent(bytes)) ?? bytes)
