import { Component, type ReactNode, useState } from 'react'
import { reportProblem } from '../../lib/errors'
import type { ModalSuccess } from '../../public'
import type { ScreenProps } from '../screen'
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
    <Waiting texts={texts}>
      <div className="visually-hidden">
        <Heading id={titleId} focused>
          {title}
        </Heading>
      </div>
    </Waiting>
  )
}

/** Shown by a part until it has loaded. */
export function Waiting({ texts, children }: Pick<LoadingProps, 'texts'> & { children?: ReactNode }) {
  return (
    <div className="loading" part="loading">
      {children}
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

/** The login or sign-up of a visitor. */
type Entry = Extract<ModalSuccess, { type: 'LOGIN' | 'SIGNUP' }>

interface WelcomeProps extends Pick<ScreenProps<'LOGIN'>, 'texts' | 'titleId' | 'done'> {
  /** The form; it calls `onDone` with its result and the server's message. */
  children: (onDone: (entry: Entry, message?: string) => void) => ReactNode
}

const greetings = {
  LOGIN: { title: 'login_success_title', message: 'login_success_message' },
  SIGNUP: { title: 'signup_success_title', message: 'signup_success_message' },
} as const

/**
 * A login form. After a success, the opener's promise resolves, and a greeting replaces the form until the modal is
 * hidden.
 */
export function Welcome({ texts, titleId, done, children }: WelcomeProps) {
  const [entry, setEntry] = useState<Entry | null>(null)
  const [serverMessage, setServerMessage] = useState<string>()
  if (!entry) {
    return children((result, text) => {
      setServerMessage(text)
      setEntry(result)
      done(result)
    })
  }
  const { title, message } = greetings[entry.type]
  return (
    <Success titleId={titleId} title={texts[title]} message={serverMessage ?? texts[message]}>
      <p className="muted">
        <bdi>{entry.data.member.auth.email}</bdi>
      </p>
    </Success>
  )
}

interface SuccessProps {
  titleId: string
  title: string
  message: string
  /** Details, or a button to continue. */
  children?: ReactNode
}

/** Replaces a form, so that it is not sent twice while the page decides what comes next. */
export function Success({ titleId, title, message, children }: SuccessProps) {
  return (
    <div className="welcome" part="success">
      <svg className="tick" viewBox="0 0 40 40" aria-hidden="true">
        <circle cx="20" cy="20" r="18" />
        <path d="m12.5 20.5 5 5 10-11" />
      </svg>
      <Heading id={titleId} focused>
        {title}
      </Heading>
      <output>{message}</output>
      {children}
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
