import { useLocation, useSearch } from 'wouter'
import { useHydrated } from '../../lib/use-hydrated'
import { routes } from '../../paths'

/**
 * The ID that the address of the page asks for, as `/verify?id=TT-…` or `/verify/TT-…`; empty if it asks for none, and in the
 * prerendered page, which is the same for all of them.
 */
export function useAskedId(): string {
  const [path] = useLocation()
  const search = useSearch()
  const hydrated = useHydrated()
  if (!hydrated) return ''
  const inQuery = new URLSearchParams(search).get('id')
  return readTagId(inQuery ?? (path.startsWith(`${routes.verify.path}/`) ? path : ''))
}

export const addressOfCheck = (id: string): string => `${routes.verify.path}?${new URLSearchParams({ id })}`

/** An ID of five characters or fewer is none, and nobody needs to be asked about it (seed 000 section 9). */
const ID_MIN_CHARS = 6

/** In a link to a TrustTag the ID is a part of the path, or stands behind `id=`. */
const IN_LINK = /\/verify\/([^/?#\s]+)|[?&]id=([^&#\s]+)/i

/**
 * The ID that somebody means: typed, pasted with blanks around it, or as a whole link to check it.
 * @returns in capitals; empty if there is none
 */
export function readTagId(text: string): string {
  const [, inPath, inQuery] = IN_LINK.exec(text) ?? []
  const linked = inPath ?? inQuery
  return (linked === undefined ? text : decode(linked)).trim().toUpperCase()
}

export const isTooShort = (id: string): boolean => id.length < ID_MIN_CHARS

/** A broken escape is no reason to fail: it is looked up as it stands, and not found. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
