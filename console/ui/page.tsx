import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { CopyButton } from './button'

interface PageHeaderProps {
  title: string
  /** One sentence: what the screen is for. */
  summary?: ReactNode
  /** At most one primary button, and what belongs beside it. */
  actions?: ReactNode
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}

let shownPath: string | null = null
let hasMoved = false

/** Moves the focus to the heading of a new page, not of the first one of a document. A heading that replaces that of a page which loads takes its focus. */
function useFocusOfNewPage() {
  const heading = useRef<HTMLHeadingElement>(null)
  const [path] = useLocation()
  useEffect(() => {
    const isNew = shownPath !== null && shownPath !== path
    shownPath = path
    hasMoved ||= isNew
    if (isNew || (hasMoved && document.activeElement === document.body)) heading.current?.focus()
  }, [path])
  return heading
}

/** Head of a screen. Its heading takes the focus of what a change of page removed. */
export function PageHeader({ title, summary, actions }: PageHeaderProps) {
  const heading = useFocusOfNewPage()
  return (
    <header className="page-header">
      <div className="stack-s">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {summary && <p className="muted">{summary}</p>}
      </div>
      {actions && <div className="row">{actions}</div>}
    </header>
  )
}

interface CardProps {
  title?: string
  summary?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function Card({ title, summary, actions, children }: CardProps) {
  const id = useId()
  return (
    <section className="card" {...(title && { 'aria-labelledby': id })}>
      {(title || actions) && (
        <header>
          <div>
            {title && <h2 id={id}>{title}</h2>}
            {summary && <p className="muted">{summary}</p>}
          </div>
          {actions}
        </header>
      )}
      {children}
    </section>
  )
}

export type Tone = 'good' | 'warn' | 'bad' | 'accent'

/** A state in one or two words; the color only repeats it. */
export const Badge = ({ tone, children }: { tone?: Tone; children: ReactNode }) => (
  <span className="badge" data-tone={tone}>
    {children}
  </span>
)

interface NoticeProps {
  tone?: 'warn' | 'bad'
  /** Announced when it appears. */
  isAlert?: boolean
  children: ReactNode
}

export const Notice = ({ tone, isAlert, children }: NoticeProps) => (
  <div className="notice" data-tone={tone} {...(isAlert && { role: 'alert' })}>
    {children}
  </div>
)

/** Code to copy. It scrolls sideways by itself, also by keyboard. @param label what it is: `Script tag` */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    <figure className="code-block" aria-label={label}>
      <header>
        <span>{label}</span>
        <CopyButton text={code} what={label} kind="quiet" />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  )
}

export interface Fact {
  label: string
  value: ReactNode
}

/** Labels beside values. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="facts">
    {facts.map(({ label, value }) => (
      <div key={label} className="fact">
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
