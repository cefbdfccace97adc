import type { ContentGroup } from '../../contract/entities'
import { tryOrUndefined } from './errors'
import { isRecord } from './values'

/** The part of a content group that decides whether it gates a path. */
export type GatedGroup = Pick<ContentGroup, 'urls' | 'redirect'>

/** Whether a content group gates a path. Its own redirect page is open: otherwise the redirect would never arrive. */
export const gatesPath = ({ urls, redirect }: GatedGroup, path: string): boolean =>
  urls.some(({ url, filter }) => matches(url, filter, path)) && !isSamePage(pathOf(redirect), path)

/**
 * Whether redirects form a loop.
 * @param redirectOf where a page redirects to; undefined if visitors may stay
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
const decoded = (path: string): string =>
  path.replace(/(%[\da-f]{2})+/gi, (bytes) => tryOrUndefined(() => decodeURIComponent(bytes)) ?? bytes)

/** Any script of the site can write such a value. Null for another app's. */
export function gatedPagesOf(value: unknown, appId: string): readonly GatedGroup[] | null {
  if (!isRecord(value) || value['app'] !== appId) return null
  const groups: unknown = value['groups']
  return areGroups(groups) ? groups : null
}

/** Validates content groups, but only their URLs. */
export const areGroups = (value: unknown): value is readonly GatedGroup[] =>
  Array.isArray(value) && value.every(isGroup)

const isGroup = (value: unknown): value is GatedGroup =>
  isRecord(value) && typeof value['redirect'] === 'string' && Array.isArray(value['urls']) && value['urls'].every(isUrl)

const isUrl = (value: unknown): boolean =>
  isRecord(value) && typeof value['url'] === 'string' && ['EQUALS', 'STARTS'].includes(String(value['filter']))
