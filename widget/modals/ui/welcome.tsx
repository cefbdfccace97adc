import { type ReactNode, useState } from 'react'
import type { ModalSuccess } from '../../public'
import type { ScreenProps } from '../screen'
import { Success } from './success'

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
