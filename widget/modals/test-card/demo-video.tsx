import { useState } from 'react'

interface DemoVideoProps {
  /** Origin, or base URL, of the API. */
  apiUrl: string
  label: string
}

/**
 * How a payment with a test card goes. A page's CSP may refuse it (`media-src`), and a browser may not know the format:
 * then it is not there, and nothing else is missing. The browser's own controls stop what moves by itself.
 */
export function DemoVideo({ apiUrl, label }: DemoVideoProps) {
  const [broken, setBroken] = useState(false)
  if (broken) return null
  return (
    <video
      className="demo"
      part="video"
      src={`${apiUrl}/media/test-card.webm`}
      aria-label={label}
      muted
      loop
      autoPlay={!matchMedia('(prefers-reduced-motion: reduce)').matches}
      playsInline
      controls
      onError={() => setBroken(true)}
    />
  )
}
