import type { SessionData } from '../../contract/session-data'
import { browserName } from '../lib/browser-name'
import { osName } from '../lib/os-name'
import { screenSize } from '../lib/screen-size'
import { utmParams } from '../lib/utm-params'

/** What a visit says of itself: the kind of browser, system and screen, never which one exactly. */
export function sessionData(window: Window, sessionId: string | null): SessionData {
  const { userAgent } = window.navigator
  return {
    browser: browserName(userAgent),
    os: osName(userAgent),
    screenSize: screenSize(window.innerWidth),
    sessionId,
    utmParams: utmParams(window.location.search),
  }
}
