import { PHONE_MAX_WIDTH_PX, TABLET_MAX_WIDTH_PX } from '../../contract/limits'
import type { SessionData } from '../../contract/session-data'

/** The type of browser, system and screen of a visit, never the exact model. */
export function sessionData(window: Window, sessionId: string | null): SessionData {
  const { userAgent } = window.navigator
  return {
    browser: browserName(userAgent),
    os: osName(userAgent),
    screenSize: screenSize(window),
    sessionId,
    utmParams: utmParams(window.location.search),
  }
}

/** The first match is used: most browsers also name their ancestors. Plain text is cheaper than patterns. */
const browsers: [marks: string[], SessionData['browser']][] = [
  [['Edg/', 'Edge/', 'EdgA/', 'EdgiOS/'], 'EDGE'],
  [['OPR/', 'Opera', 'OPiOS/'], 'OPERA'],
  [['MSIE ', 'Trident/'], 'INTERNET_EXPLORER'],
  [['Firefox/', 'FxiOS/'], 'FIREFOX'],
  [['Chrome/', 'Chromium/', 'CriOS/'], 'CHROME'],
  [['Safari/'], 'SAFARI'],
]

/** The first match is used: Android names Linux, and iPhones name Mac OS. */
const systems: [marks: string[], SessionData['os']][] = [
  [['Windows'], 'WINDOWS'],
  [['Android'], 'ANDROID'],
  [['iPhone', 'iPad', 'iPod'], 'IOS'],
  [['Mac OS', 'MacOS'], 'MACOS'],
  [['Linux', 'CrOS', 'X11'], 'LINUX'],
]

export const browserName = (userAgent: string): SessionData['browser'] => firstMatch(browsers, userAgent)

export const osName = (userAgent: string): SessionData['os'] => firstMatch(systems, userAgent)

const firstMatch = <T>(table: readonly [marks: string[], T][], userAgent: string): T | 'OTHER' =>
  table.find(([marks]) => marks.some((mark) => userAgent.includes(mark)))?.[1] ?? 'OTHER'

/** By media queries: reading the window's width makes the browser lay out the page first. */
export function screenSize(window: Pick<Window, 'matchMedia'>): SessionData['screenSize'] {
  const fits = (maxWidthPx: number): boolean => window.matchMedia(`(max-width:${maxWidthPx}px)`).matches
  if (fits(PHONE_MAX_WIDTH_PX)) return 'PHONE'
  return fits(TABLET_MAX_WIDTH_PX) ? 'TABLET' : 'DESKTOP'
}

const campaignFields = [
  'source',
  'medium',
  'campaign',
  'term',
  'content',
] as const satisfies (keyof SessionData['utmParams'])[]

/** The campaign parameters in a query: `?utm_source=x` → `{ source: 'x' }`. */
export function utmParams(search: string): SessionData['utmParams'] {
  const found: SessionData['utmParams'] = {}
  if (!search.includes('utm_')) return found
  const query = new URLSearchParams(search)
  for (const name of campaignFields) {
    const value = query.get(`utm_${name}`)
    if (value) found[name] = value
  }
  return found
}
