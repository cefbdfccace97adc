import { useEffect, useId } from 'react'
import type { ReactNode } from 'react'
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

/** Head of a screen. The router focuses its heading after a change of screen. */
export function PageHeader({ title, summary, actions }: PageHeaderProps) {
  return (
    <header className="page-header">
      <div className="stack-s">
        <h1 tabIndex={-1}>{title}</h1>
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
