import { attempt } from '../../lib/attempt'
import type { GatedGroup } from '../../storage/gated-pages'

/** Whether a content group gates an address. Its own redirect page is not: nobody would ever arrive there. */
export const gatesPath = ({ urls, redirect }: GatedGroup, path: string): boolean =>
  urls.some(({ url, filter }) => matches(url, filter, path)) && !isSamePage(pathOf(redirect), path)

/** The path of a target that may carry a query and a hash. */
export const pathOf = (target: string): string => attempt(() => new URL(target, 'http://site').pathname) ?? target

/**
 * Whether two paths lead to one page, whatever hosts make of them: percent-encoding, letter case, a slash too many,
 * `.html`, and `/index.html` for a folder are no difference.
 */
export const isSamePage = (one: string, other: string): boolean => pageOf(one) === pageOf(other)

/** STARTS is a plain prefix: `/members` gates `/membership` too; `/members/` gates `/members` and what is below it. */
const matches = (url: string, filter: GatedGroup['urls'][number]['filter'], path: string): boolean =>
  isSamePage(url, path) || (filter === 'STARTS' && `${withoutSlash(readable(path))}/`.startsWith(readable(url)))

const pageOf = (path: string): string => withoutSlash(readable(path)).replace(/(\/index)?\.html$/, '')

const withoutSlash = (path: string): string => path.replace(/\/$/, '')

const readable = (path: string): string =>
  (attempt(() => decodeURIComponent(path)) ?? path).toLowerCase().replace(/\/{2,}/g, '/')
