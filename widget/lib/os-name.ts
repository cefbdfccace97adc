import type { SessionData } from '../../contract/entities'

/** First match wins: Android names Linux, and iPhones name Mac OS. */
const patterns: [RegExp, SessionData['os']][] = [
  [/\bWindows\b/, 'WINDOWS'],
  [/\bAndroid\b/, 'ANDROID'],
  [/\b(iPhone|iPad|iPod)\b/, 'IOS'],
  [/\bMac ?OS\b/, 'MACOS'],
  [/\b(Linux|CrOS|X11)\b/, 'LINUX'],
]

export const osName = (userAgent: string): SessionData['os'] =>
  patterns.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'OTHER'
