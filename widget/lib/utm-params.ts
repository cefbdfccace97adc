import type { SessionData } from '../../contract/session-data'

const names = ['source', 'medium', 'campaign', 'term', 'content'] as const satisfies (keyof SessionData['utmParams'])[]

/** The campaign marks of a page address: `?utm_source=x` → `{ source: 'x' }`. */
export function utmParams(search: string): SessionData['utmParams'] {
  const found: SessionData['utmParams'] = {}
  if (!search.includes('utm_')) return found
  const query = new URLSearchParams(search)
  for (const name of names) {
    const value = query.get(`utm_${name}`)
    if (value) found[name] = value
  }
  return found
}
