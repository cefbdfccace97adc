import { type ReactNode, useState } from 'react'
import type { ModalSuccess } from '../../public'
import type { ScreenProps } from '../screen'
import { Heading } from './heading'

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
