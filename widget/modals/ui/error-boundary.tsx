import { Component, type ReactNode } from 'react'
import { reportProblem } from '../../lib/errors'

interface ErrorBoundaryProps {
  /** Drawn instead of children that failed; `retry` draws the children anew. */
  fallback(retry: () => void): ReactNode
  children: ReactNode
}

/** Keeps a failing screen from taking the whole modal, and its way out, with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    reportProblem('error', 'A modal could not be drawn.', error)
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback(() => this.setState({ failed: false })) : this.props.children
  }
}
