import type { Texts } from '../texts/default-texts'
import { Button } from './button'
import type { Passwordless } from './use-passwordless'

interface AlternativeProps {
  passwordless: Passwordless
  texts: Texts
  /** Leads to the mailed code. */
  codeLabel: string
  /** Leads back to the password. */
  passwordLabel: string
}

/** The other way in, where the app has one. */
export function Alternative({ passwordless: { offered, on, toggle }, texts, ...labels }: AlternativeProps) {
  if (!offered) return null
  return (
    <>
      <p className="or">
        <span>{texts.or}</span>
      </p>
      <Button look="secondary" onClick={toggle}>
        {on ? labels.passwordLabel : labels.codeLabel}
      </Button>
    </>
  )
}
