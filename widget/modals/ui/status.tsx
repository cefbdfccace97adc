import { Component, type ReactNode } from 'react'
import { reportProblem } from '../../lib/errors'
import type { Notice } from '../screen'
import type { Texts } from '../texts/english'
import { Button, Spinner } from './button'
import { Heading } from './heading'

interface LoadingProps {
  texts: Texts
  title: string
  titleId: string
}

/** Shown until the app has loaded. */
export function Loading({ texts, title, titleId }: LoadingProps) {
  return (
    <div className="loading" part="loading">
      <div className="visually-hidden">
        <Heading id={titleId} focused>
          {title}
        </Heading>
      </div>
      <Spinner />
      <output>{texts.loading_text}</output>
    </div>
  )
}

/** Shown if loading failed. The dialog's close button still works. */
export function LoadError({ texts, titleId, onRetry }: Omit<LoadingProps, 'title'> & { onRetry: () => void }) {
  return (
    <div className="load-error" part="load-error">
      <Heading id={titleId} focused>
        {texts.load_error_title}
      </Heading>
      <p role="alert">{texts.load_error_message}</p>
      <Button onClick={onRetry}>{texts.retry_button}</Button>
    </div>
  )
}

/**
 * A message about the whole screen. Both live regions always exist: screen readers announce only changes inside one. An
 * error interrupts them, a success waits.
 */
export function Toast({ notice }: { notice: Notice | null }) {
  return [true, false].map((isError) => (
    <div key={`${isError}`} className="toast" part="toast" role={isError ? 'alert' : 'status'} data-error={isError}>
      {notice?.isError === isError && (
        <>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="6.5" />
            <path d={isError ? 'M8 4.75v4M8 11.2v.1' : 'm5 8.2 2 2 4-4.4'} />
          </svg>
          <p>{notice.text}</p>
        </>
      )}
    </div>
  ))
}

interface ErrorBoundaryProps {
  /** Rendered instead of children that failed. `retry` renders the children again. */
  fallback(retry: () => void): ReactNode
  children: ReactNode
}

/** Contains the error of a screen, so that the dialog can still be closed. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    reportProblem('error', 'A modal could not be rendered.', error)
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(() => this.setState({ failed: false })) : this.props.children
  }
}
