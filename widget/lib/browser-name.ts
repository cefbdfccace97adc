import type { SessionData } from '../../contract/session-data'

/** First match wins: most browsers also name the ones they descend from. Plain text, which costs no pattern to compile. */
const marks: [string[], SessionData['browser']][] = [
  [['Edg/', 'Edge/', 'EdgA/', 'EdgiOS/'], 'EDGE'],
  [['OPR/', 'Opera', 'OPiOS/'], 'OPERA'],
  [['MSIE ', 'Trident/'], 'INTERNET_EXPLORER'],
  [['Firefox/', 'FxiOS/'], 'FIREFOX'],
  [['Chrome/', 'Chromium/', 'CriOS/'], 'CHROME'],
  [['Safari/'], 'SAFARI'],
]

export const browserName = (userAgent: string): SessionData['browser'] =>
  marks.find(([names]) => names.some((name) => userAgent.includes(name)))?.[1] ?? 'OTHER'
