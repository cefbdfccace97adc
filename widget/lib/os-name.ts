import type { SessionData } from '../../contract/session-data'

/** First match wins: Android names Linux, and iPhones name Mac OS. Plain text, which costs no pattern to compile. */
const marks: [string[], SessionData['os']][] = [
  [['Windows'], 'WINDOWS'],
  [['Android'], 'ANDROID'],
  [['iPhone', 'iPad', 'iPod'], 'IOS'],
  [['Mac OS', 'MacOS'], 'MACOS'],
  [['Linux', 'CrOS', 'X11'], 'LINUX'],
]

export const osName = (userAgent: string): SessionData['os'] =>
  marks.find(([names]) => names.some((name) => userAgent.includes(name)))?.[1] ?? 'OTHER'
