import type { SessionData } from '../../contract/entities'

/** First match wins: most browsers also name the ones they descend from. */
const patterns: [RegExp, SessionData['browser']][] = [
  [/\bEdg(e|A|iOS)?\//, 'EDGE'],
  [/\b(OPR|Opera|OPiOS)\b/, 'OPERA'],
  [/\b(MSIE |Trident\/)/, 'INTERNET_EXPLORER'],
  [/\b(Firefox|FxiOS)\//, 'FIREFOX'],
  [/\b(Chrome|Chromium|HeadlessChrome|CriOS)\//, 'CHROME'],
  [/\bSafari\//, 'SAFARI'],
]

export const browserName = (userAgent: string): SessionData['browser'] =>
  patterns.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'OTHER'
