import { createSafeStorage } from './safe-storage'

const X_RAY_KEY = 'ms_x_ray'
const SIDE_KEY = 'ms_inspector_side'
const OPEN_KEY = 'ms_inspector_open'
const TAB_KEY = 'ms_inspector_tab'
const PLACE_KEY = 'ms_inspector_badge'
const LOG_KEY = 'ms_inspector_log'

/** The inspector's stored settings (browser) and state and log (tab). */
export function createInspectorStorage(window: Window) {
  const browser = createSafeStorage(() => window.localStorage)
  const tab = createSafeStorage(() => window.sessionStorage)
  return {
    /** On by default. */
    readXRayMode: (): boolean => browser.get(X_RAY_KEY) !== 'off',
    writeXRayMode: (isOn: boolean): void => browser.set(X_RAY_KEY, isOn ? 'on' : 'off'),
    readSide: (): 'left' | 'right' => (browser.get(SIDE_KEY) === 'left' ? 'left' : 'right'),
    writeSide: (side: 'left' | 'right'): void => browser.set(SIDE_KEY, side),
    readOpen: (): boolean => tab.get(OPEN_KEY) === 'yes',
    writeOpen: (isOpen: boolean): void => (isOpen ? tab.set(OPEN_KEY, 'yes') : tab.remove(OPEN_KEY)),
    /** As written; null at first. */
    readTab: (): string | null => tab.get(TAB_KEY),
    writeTab: (name: string): void => tab.set(TAB_KEY, name),
    /** Where the badge was moved to, as written; null at first. */
    readBadgePlace: (): string | null => browser.get(PLACE_KEY),
    writeBadgePlace: (place: string): void => browser.set(PLACE_KEY, place),
    /** JSON as written. Any script of the site can write here too. */
    readLog: (): string | null => tab.get(LOG_KEY),
    writeLog: (json: string): void => tab.set(LOG_KEY, json),
  }
}

export type InspectorStorage = ReturnType<typeof createInspectorStorage>
