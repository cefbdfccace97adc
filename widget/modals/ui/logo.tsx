import { type ReactNode, useState } from 'react'
import type { App } from '../../../contract/entities'
import { logoUrl } from '../theme/logo-url'

interface LogoProps {
  app: App
  /** Drawn where there is no logo, or none that may be used or that loads. */
  fallback?: ReactNode
}

/** The app's logo where it has one that loads. */
export function Logo({ app, fallback = null }: LogoProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const url = logoUrl(app.branding.logo, document.baseURI)
  return url && url !== broken ? (
    <img className="logo" part="logo" src={url} alt={app.name} onError={() => setBroken(url)} />
  ) : (
    fallback
  )
}
