import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { App } from '../../../contract/entities'
import { tryOrUndefined } from '../../lib/errors'

interface HeadingProps {
  /** The dialog is named by it. */
  id: string
  children: string
  /** Takes the focus when it appears: for a state that has nothing else to go to. */
  focused?: boolean
}

export function Heading({ id, children, focused = false }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
  return (
    <h2 ref={heading} id={id} part="title" tabIndex={focused ? -1 : undefined}>
      {children}
    </h2>
  )
}

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

/**
 * The address of a logo if it is one that an image may have: http(s), or a raster image in the address itself. Anything
 * else, a script or a drawing that could hold one, is no logo.
 * @param base what a relative address is relative to
 */
export function logoUrl(logo: string | null, base: string): string | null {
  const url = logo ? tryOrUndefined(() => new URL(logo, base)) : null
  return url && /^(https?:|data:image\/(png|jpeg|gif|webp|avif)[;,])/.test(url.href) ? url.href : null
}
