import { type GatedGroup, gateTest, isSamePage, pathOf } from '../../contract/gated-paths'
import { isRecord } from './values'

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

/** Any script of the site can write such a value. Null for another app's. */
export function gatedPagesOf(value: unknown, appId: string): readonly GatedGroup[] | null {
  if (!isRecord(value) || value['app'] !== appId) return null
  const groups: unknown = value['groups']
  return areGroups(groups) ? groups : null
}

/** Whether a path may be gated, by digests. Only the server's response says by which group. */
export type GateTest = (path: string) => boolean

/**
 * What the script itself brought. With `?app=`, the app's groups; otherwise digests for all apps of the server. Null
 * without, as in the script of a fixed version.
 */
export function broughtGates(value: unknown, appId: string): readonly GatedGroup[] | GateTest | null {
  if (!isRecord(value) || typeof value['digests'] !== 'string') return gatedPagesOf(value, appId)
  return gateTest(appId, new Set(value['digests'].split(' '))) ?? []
}

/** Validates content groups, but only their URLs. */
export const areGroups = (value: unknown): value is readonly GatedGroup[] =>
  Array.isArray(value) && value.every(isGroup)

const isGroup = (value: unknown): value is GatedGroup =>
  isRecord(value) && typeof value['redirect'] === 'string' && Array.isArray(value['urls']) && value['urls'].every(isUrl)

const isUrl = (value: unknown): boolean =>
  isRecord(value) && typeof value['url'] === 'string' && ['EQUALS', 'STARTS'].includes(String(value['filter']))
