import { createSafeStorage } from './safe-storage'

const X_RAY_KEY = 'ms_x_ray'
const SIDE_KEY = 'ms_inspector_side'
const OPEN_KEY = 'ms_inspector_open'
const LOG_KEY = 'ms_inspector_log'

/** What the inspector remembers: how it is set for this browser; for this tab, whether it is open and what happened. */
export function createInspectorStorage(window: Window) {
  const browser = createSafeStorage(() => window.localStorage)
  const tab = createSafeStorage(() => window.sessionStorage)
  return {
    /** On unless it was switched off. */
    readXRayMode: (): boolean => browser.get(X_RAY_KEY) !== 'off',
    writeXRayMode: (isOn: boolean): void => browser.set(X_RAY_KEY, isOn ? 'on' : 'off'),
    readSide: (): 'left' | 'right' => (browser.get(SIDE_KEY) === 'left' ? 'left' : 'right'),
    writeSide: (side: 'left' | 'right'): void => browser.set(SIDE_KEY, side),
    readOpen: (): boolean => tab.get(OPEN_KEY) === 'yes',
    writeOpen: (isOpen: boolean): void => (isOpen ? tab.set(OPEN_KEY, 'yes') : tab.remove(OPEN_KEY)),
    /** JSON, as it was written; any script of the site can write here too. */
    readLog: (): string | null => tab.get(LOG_KEY),
    writeLog: (json: string): void => tab.set(LOG_KEY, json),
  }
}

export type InspectorStorage = ReturnType<typeof createInspectorStorage>
