import { tryOrUndefined } from '../lib/errors'
import { isRecord } from '../lib/values'
import type { CodeKind, DeviceMemory } from '../stores/device'
import { createSafeStorage } from './safe-storage'

export const DEVICE_KEY = '_ms-device'
const REQUEST_KEY = '_ms-request'

/**
 * The proofs of this browser at a login: its device token, for all its tabs and beyond a logout, and the tokens of the
 * mailed codes that this tab requested. Any script of the site can read and write here; the server checks both.
 */
export function createDeviceMemory(window: Window): DeviceMemory {
  const local = createSafeStorage(() => window.localStorage)
  const tab = createSafeStorage(() => window.sessionStorage)
  const requests = (): Record<string, unknown> => {
    const stored = tryOrUndefined((): unknown => JSON.parse(tab.get(REQUEST_KEY) ?? '{}'))
    return isRecord(stored) ? stored : {}
  }
  return {
    token: () => local.get(DEVICE_KEY),
    saveToken: (token) => local.set(DEVICE_KEY, token),
    requestOf(kind: CodeKind) {
      const token = requests()[kind]
      return typeof token === 'string' ? token : null
    },
    saveRequest: (kind, token) => tab.set(REQUEST_KEY, JSON.stringify({ ...requests(), [kind]: token })),
  }
}
