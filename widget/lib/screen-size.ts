import type { SessionData } from '../../contract/session-data'
import { PHONE_MAX_WIDTH_PX, TABLET_MAX_WIDTH_PX } from '../../contract/limits'

/** @param widthPx width of the window in CSS pixels */
export function screenSize(widthPx: number): SessionData['screenSize'] {
  if (widthPx <= PHONE_MAX_WIDTH_PX) return 'PHONE'
  return widthPx <= TABLET_MAX_WIDTH_PX ? 'TABLET' : 'DESKTOP'
}
