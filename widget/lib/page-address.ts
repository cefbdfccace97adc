import type { ContentGroup } from '../../contract/entities'
import { attempt } from './attempt'

/** What must be known of a content group to tell whether it gates an address. */
export type GatedGroup = Pick<ContentGroup, 'urls' | 'redirect'>

/** Whether a content group gates an address. Its own redirect page is not: nobody would ever arrive there. */
export const gatesPath = ({ urls, redirect }: GatedGroup, path: string): boolean =>
  urls.some(({ url, filter }) => matches(url, filter, path)) && !isSamePage(pathOf(redirect), path)

/**
 * Whether redirects lead from page to page without an end.
 * @param redirectOf where a page sends people; undefined where they may stay
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

/** The path of a target that may carry a query and a hash. */
export const pathOf = (target: string): string => attempt(() => new URL(target, 'http://site').pathname) ?? target

/**
 * Whether two paths lead to one page, whatever hosts make of them: percent-encoding, letter case, a slash too many or
 * the wrong way round, `..` behind an encoded slash, `;parameters`, `.html`, and `/index.html` for a folder are no
 * difference.
 */
export const isSamePage = (one: string, other: string): boolean => pageOf(one) === pageOf(other)

/** STARTS is a plain prefix: `/members` gates `/membership` too; `/members/` gates `/members` and what is below it. */
const matches = (url: string, filter: GatedGroup['urls'][number]['filter'], path: string): boolean =>
  isSamePage(url, path) || (filter === 'STARTS' && `${withoutSlash(readable(path))}/`.startsWith(readable(url)))

const pageOf = (path: string): string => withoutSlash(readable(path)).replace(/(\/index)?\.html$/, '')

const withoutSlash = (path: string): string => path.replace(/\/$/, '')

/** As nearly all paths are: nothing in them can be read in two ways. The other patterns cost a page load too much. */
const PLAIN = /^\/([a-z\d_-]+(\.[a-z\d]+)?(\/|$))*$/

function readable(path: string): string {
  if (PLAIN.test(path)) return path
  const plain = decoded(path)
    .replace(/;[^\\/]*/g, '')
    .replace(/[\\/]+/g, '/')
    .replace(/[?#%]/g, encodeURIComponent)
  return decoded(pathOf(`http://site${plain}`))
    .toLowerCase()
    .normalize()
}

/** Byte by byte: an escape that is none must not keep the others from being read. */
const decoded = (path: string): string =>
  path.replace(/(%[\da-f]{2})+/gi, (bytes) => attempt(() => decodeURIComponent(bytes)) ?? bytes)
