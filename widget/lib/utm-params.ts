import type { SessionData } from '../../contract/entities'

const names = ['source', 'medium', 'campaign', 'term', 'content'] as const satisfies (keyof SessionData['utmParams'])[]

/** The campaign marks of a page address: `?utm_source=x` → `{ source: 'x' }`. */
export function utmParams(search: string): SessionData['utmParams'] {
  const query = new URLSearchParams(search)
  const found: SessionData['utmParams'] = {}
  for (const name of names) {
    const value = query.get(`utm_${name}`)
    if (value) found[name] = value
  }
  return found
}
