import type { Texts } from '../texts/default-texts'
import { Heading } from '../ui/heading'

interface WelcomeBackProps {
  texts: Texts
  titleId: string
  email: string
}

/** Stands where the form stood, so that nobody logs in twice while the page decides what comes next. */
export function WelcomeBack({ texts, titleId, email }: WelcomeBackProps) {
  return (
    <div className="welcome" part="success">
      <svg className="tick" viewBox="0 0 40 40" aria-hidden="true">
        <circle cx="20" cy="20" r="18" />
        <path d="m12.5 20.5 5 5 10-11" />
      </svg>
      <Heading id={titleId} focused>
        {texts.login_success_title}
      </Heading>
      <output>{texts.login_success_message}</output>
      <p className="muted">
        <bdi>{email}</bdi>
      </p>
    </div>
  )
}
