import { type ReactNode, useState } from 'react'
import type { ModalSuccess } from '../../public'
import type { ScreenProps } from '../screen'
import { Heading } from './heading'

/** How a visitor became a member who is logged in. */
type Arrival = Extract<ModalSuccess, { type: 'LOGIN' | 'SIGNUP' }>

interface WelcomeProps extends Pick<ScreenProps<'LOGIN'>, 'texts' | 'titleId' | 'done'> {
  /** The form; it is given what ends it, with what the server said beside the login. */
  children: (arrive: (arrival: Arrival, message?: string) => void) => ReactNode
}

const greetings = {
  LOGIN: { title: 'login_success_title', message: 'login_success_message' },
  SIGNUP: { title: 'signup_success_title', message: 'signup_success_message' },
} as const

/** A form that logs in: after success the opener knows, and a greeting takes the form's place until the modal is hidden. */
export function Welcome({ texts, titleId, done, children }: WelcomeProps) {
  const [arrival, setArrival] = useState<Arrival | null>(null)
  const [said, setSaid] = useState<string>()
  if (!arrival) {
    return children((result, text) => {
      setSaid(text)
      setArrival(result)
      done(result)
    })
  }
  const { title, message } = greetings[arrival.type]
  return (
    <Success titleId={titleId} title={texts[title]} message={said ?? texts[message]}>
      <p className="muted">
        <bdi>{arrival.data.member.auth.email}</bdi>
      </p>
    </Success>
  )
}

interface SuccessProps {
  titleId: string
  title: string
  message: string
  /** What belongs to the message, or leads on from here. */
  children?: ReactNode
}

/** Stands where a form stood, so that nobody sends it twice while the page decides what comes next. */
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
