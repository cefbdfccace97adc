import { Component, type ReactNode } from 'react'
import { reportProblem } from '../../lib/errors'
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
