import { attempt } from './attempt'

/**
 * Takes a parameter out of a query.
 * @param search as `location.search`
 * @returns its first value, null without one; and the query without it, every other byte as it was
 */
export function takeParameter(search: string, name: string): { value: string | null; rest: string } {
  const parts = search.replace(/^\?/, '').split('&')
  const isWanted = (part: string): boolean => decoded(part.split('=', 1)[0] ?? '') === name
  const found = parts.find(isWanted)
  if (found === undefined) return { value: null, rest: search }
  const rest = parts.filter((part) => !isWanted(part)).join('&')
  return { value: decoded(found.slice(found.indexOf('=') + 1 || found.length)), rest: rest && `?${rest}` }
}

const decoded = (text: string): string => attempt(() => decodeURIComponent(text.replace(/\+/g, ' '))) ?? text
