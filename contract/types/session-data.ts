/** A visit's report about its browser. */
export interface SessionData {
  browser: 'EDGE' | 'INTERNET_EXPLORER' | 'SAFARI' | 'FIREFOX' | 'CHROME' | 'OPERA' | 'OTHER'
  os: 'WINDOWS' | 'MACOS' | 'ANDROID' | 'IOS' | 'LINUX' | 'OTHER'
  screenSize: 'PHONE' | 'TABLET' | 'DESKTOP'
  sessionId: string | null
  utmParams: {
    source?: string | undefined
    medium?: string | undefined
    campaign?: string | undefined
    term?: string | undefined
    content?: string | undefined
  }
}
