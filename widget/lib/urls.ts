import { tryOrUndefined } from './errors'

/**
 * Removes a parameter from a query.
 * @param search as `location.search`
 * @returns its first value, null without one; and the query without it, otherwise unchanged
 */
export function takeParameter(search: string, name: string): { value: string | null; rest: string } {
  const parts = search.replace(/^\?/, '').split('&')
  const isWanted = (part: string): boolean => decoded(part.split('=', 1)[0] ?? '') === name
  const found = parts.find(isWanted)
  if (found === undefined) return { value: null, rest: search }
  const rest = parts.filter((part) => !isWanted(part)).join('&')
  return { value: decoded(found.slice(found.indexOf('=') + 1 || found.length)), rest: rest && `?${rest}` }
}

const decoded = (text: string): string => tryOrUndefined(() => decodeURIComponent(text.replace(/\+/g, ' '))) ?? text

/**
 * The absolute form of a URL; null for other protocols, such as `javascript:`.
 * @param protocols allowed ones, each with its colon
 */
export function webUrl(url: string, base: string, protocols: readonly string[] = ['http:', 'https:']): string | null {
  const parsed = tryOrUndefined(() => new URL(url, base))
  return parsed && protocols.includes(parsed.protocol) ? parsed.href : null
}

/**
 * The last two labels of a host name, three if the second level is short (`www.example.co.uk`); null for hosts without
 * a domain to share: one label, or an IP address.
 */
export function rootDomain(hostname: string): string | null {
  const labels = hostname.toLowerCase().split('.')
  const isIpAddress = hostname.includes(':') || labels.every((label) => /^\d+$/.test(label))
  if (isIpAddress || labels.length < 2) return null
  const shortSecondLevel = labels.length >= 4 && (labels.at(-2) ?? '').length <= 3
  return labels.slice(shortSecondLevel ? -3 : -2).join('.')
}

/** Part of the URL of every checkout that Memberstack hosts. */
export const HOSTED_CHECKOUT = '//checkout.memberstack.com/'

/** The IDs of plans and prices in such a link, in its path or its query. */
export const idsInHostedLink = (url: string): string[] => [...url.matchAll(/(?:pln|prc)_[\w-]+/g)].map(([id]) => id)
