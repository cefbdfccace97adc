import { useState } from 'react'
import type { App } from '../../../contract/entities'

/** The app's logo where it has one that loads. */
export function Logo({ app }: { app: App }) {
  const [broken, setBroken] = useState(false)
  const { logo } = app.branding
  return logo && !broken ? (
    <img className="logo" part="logo" src={logo} alt={app.name} onError={() => setBroken(true)} />
  ) : null
}
