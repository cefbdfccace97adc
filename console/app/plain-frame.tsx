import type { ReactNode } from 'react'
import { appTexts } from '../texts/english/app'
import { useTexts } from '../texts/texts'

/** The mark of the console: an M with the dot of a key. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" className="mark-ground" />
      <path
        d="M9 21.5v-11l7 6 7-6v11"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="16" cy="23" r="1.9" className="mark-dot" />
    </svg>
  )
}

/** A page without navigation: before an app is chosen, and before the login. @param isWide for a table */
export function PlainFrame({ isWide = false, children }: { isWide?: boolean; children: ReactNode }) {
  const t = useTexts(appTexts)
  return (
    <div className="plain" {...(isWide && { 'data-wide': true })}>
      <header className="plain-head">
        <Mark />
        <span>{t.product}</span>
      </header>
      <main id="content" className="plain-main">
        {children}
      </main>
    </div>
  )
}
