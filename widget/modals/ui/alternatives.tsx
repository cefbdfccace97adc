import { Button } from './button'
import { SocialSection, type SocialSectionProps } from './social-section'
import type { Passwordless } from './use-passwordless'

interface AlternativesProps extends SocialSectionProps {
  passwordless: Passwordless
  /** Leads to the mailed code. */
  codeLabel: string
  /** Leads back to the password. */
  passwordLabel: string
}

/** The other ways in, where the app has any: with a provider, and by a mailed code or by password. */
export function Alternatives({ passwordless, codeLabel, passwordLabel, ...social }: AlternativesProps) {
  const { offered, on, toggle } = passwordless
  const hasProviders = social.app.authProviders.length > 0
  if (!offered && !hasProviders) return null
  return (
    <>
      <p className="or">
        <span>{social.texts.or}</span>
      </p>
      {hasProviders && <SocialSection {...social} />}
      {offered && (
        <Button look="secondary" onClick={toggle}>
          {on ? passwordLabel : codeLabel}
        </Button>
      )}
    </>
  )
}
