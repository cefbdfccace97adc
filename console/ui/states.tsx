import type { ReactNode } from 'react'
import type { Failure } from '../lib/failure'
import { uiTexts } from '../texts/english/ui'
import { useTexts } from '../texts/texts'
import { Button } from './button'
import { Time } from './values'

interface EmptyStateProps {
  /** One sentence. */
  text: string
  /** One button, or a link that looks like one. Only people without the right to act get none. */
  action: ReactNode
}

export function EmptyState({ text, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <p className="muted">{text}</p>
      {action}
    </div>
  )
}

/**
 * Holds the place of what loads, so that nothing moves; visible after 150 ms.
 * @param height CSS height of what will be there, such as `12rem`
 */
export function Skeleton({ height = '1lh', lines = 1 }: { height?: string; lines?: number }) {
  const t = useTexts(uiTexts)
  return (
    <div className="stack-s" aria-busy="true">
      <span className="visually-hidden">{t.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} className="skeleton" style={{ blockSize: height }} />
      ))}
    </div>
  )
}

/** A load that failed: the contract's sentence, a retry, and the ID that the log of the server has. */
export function ErrorState({ failure, onRetry }: { failure: Failure; onRetry?: () => void }) {
  const t = useTexts(uiTexts)
  return (
    <div role="alert" className="notice" data-tone="bad">
      <h2>{t.errorTitle}</h2>
      <p>{failure.message}</p>
      {failure.requestId && (
        <p className="muted">
          {t.requestId}: <code>{failure.requestId}</code>
        </p>
      )}
      {onRetry && <Button onPress={onRetry}>{t.retry}</Button>}
    </div>
  )
}

/** A failure of the server itself is found by this in its log. */
const SERVER_FAULT = 500

/** A write that failed, as a dialog shows it. @param onReload leaves the dialog: what is behind has the current version */
export function Refusal({ error, onReload }: { error: Failure | string; onReload?: () => void }) {
  const t = useTexts(uiTexts)
  if (typeof error === 'string') return <ErrorLine text={error} />
  if (error.isConflict && error.change && onReload) return <Conflict failure={error} onReload={onReload} />
  const isFault = error.status >= SERVER_FAULT && error.requestId !== null
  return <ErrorLine text={isFault ? `${error.message} ${t.requestId}: ${error.requestId}` : error.message} />
}

/** A write that failed, in one line. */
export const ErrorLine = ({ text }: { text: string }) => (
  <p role="alert" className="field-error">
    {text}
  </p>
)

interface NoRightProps {
  /** The person's role, in words. */
  role: string
  /** Names of those who can grant it. */
  owners: readonly string[]
}

export function NoRight({ role, owners }: NoRightProps) {
  const t = useTexts(uiTexts)
  return (
    <div className="notice" data-tone="warn">
      <h2>{t.noRightTitle}</h2>
      <p>{t.noRight({ role })}</p>
      <p>{owners.length > 0 ? t.noRightOwners({ names: owners.join(', ') }) : t.noRightNobody}</p>
    </div>
  )
}

interface ConflictProps {
  failure: Failure
  /** Loads what the other person saved. What was typed here is lost. */
  onReload: () => void
  /** Saves over it. Absent where that would be unsafe. */
  onKeep?: () => void
}

/** A save that came too late: who changed what, and when. */
export function Conflict({ failure, onReload, onKeep }: ConflictProps) {
  const t = useTexts(uiTexts)
  const { by, parts, at } = failure.change ?? { by: null, parts: [], at: null }
  const names: Readonly<Record<string, string>> = {
    plans: t.partPlans,
    coupons: t.partCoupons,
    customFields: t.partFields,
    contentGroups: t.partGroups,
    contents: t.partContents,
    branding: t.partDesign,
    texts: t.partTexts,
    payments: t.partPayments,
  }
  const what = [...new Set(parts.map((part) => names[part] ?? t.partSettings))].join(', ')
  return (
    <div role="alert" className="notice" data-tone="warn">
      <h2>{t.conflictTitle}</h2>
      <p>{by && what ? t.conflict({ name: by, what }) : failure.message}</p>
      {at && (
        <p className="muted">
          <Time value={at} />
        </p>
      )}
      <div className="row">
        <Button onPress={onReload}>{t.conflictReload}</Button>
        {onKeep && (
          <Button kind="quiet" onPress={onKeep}>
            {t.conflictKeep}
          </Button>
        )}
      </div>
    </div>
  )
}
