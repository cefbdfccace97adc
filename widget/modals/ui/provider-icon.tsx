import { useState } from 'react'

interface ProviderIconProps {
  name: string
  src: string | null
}

/** A provider's mark; its initial where it has none, or none that the page lets in. Takes the same room either way. */
export function ProviderIcon({ name, src }: ProviderIconProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const shown = src !== broken && src
  const [initial] = name
  return (
    <span className="provider-icon" part="provider-icon" aria-hidden="true" data-initial={shown ? '' : initial}>
      {shown && <img src={shown} alt="" onError={() => setBroken(src)} />}
    </span>
  )
}
