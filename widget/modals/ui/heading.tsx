import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import type { App } from '../../../contract/entities'
import { deepActiveElement } from '../../lib/dom'
import { tryOrUndefined } from '../../lib/errors'
import { focusFirst } from './dialog'

interface HeadingProps {
  /** It names the dialog. */
  id: string
  children: string
  /** Gets the focus when it appears, for a state with nothing else to focus. */
  focused?: boolean
}

export function Heading({ id, children, focused = false }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const element = heading.current
    if (!focused || !element) return undefined
    const overlay = element.closest('.overlay')
    element.focus()
    return () => {
      // Its state is over. The next one may have no field that takes the focus.
      const active = deepActiveElement(element.ownerDocument)
      if (overlay && (active === element || active === element.ownerDocument.body)) focusFirst(overlay)
    }
  }, [focused])
  return (
    <h2 ref={heading} id={id} part="title" tabIndex={focused ? -1 : undefined}>
      {children}
    </h2>
  )
}

interface LogoProps {
  app: App
  /** Shown if there is no logo, or it is not allowed or fails to load. */
  fallback?: ReactNode
}

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
 * The URL of a logo if it is http(s) or a raster image in a data URL. Others, such as scripts, and SVG, which can
 * contain scripts, are rejected.
 * @param base of a relative URL
 */
export function logoUrl(logo: string | null, base: string): string | null {
  const url = logo ? tryOrUndefined(() => new URL(logo, base)) : null
  return url && /^(https?:|data:image\/(png|jpeg|gif|webp|avif)[;,])/.test(url.href) ? url.href : null
}

/** Letters of a part of an email that fits a phone beside a button; twice as many fit a line. */
const FITS = 16

/** An email breaks after its @, and only a long part of it at its dots. */
export const breakable = (name: string): ReactNode =>
  name
    .split(/(?<=@)/)
    .flatMap((part) => (part.length > FITS ? part.split(/(?<=\.)/) : part))
    .map((piece, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- pieces of a text have no other identity
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {piece}
      </Fragment>
    ))

interface WithEmailProps {
  text: string
  email: string
  /** Where the email goes. */
  place?: string
}

/** A text with its `{email}` filled in, isolated from the direction of the surrounding text. */
export function WithEmail({ text, email, place = '{email}' }: WithEmailProps) {
  return text.split(place).map((words, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- pieces of a text have no other identity
    <Fragment key={index}>
      {index > 0 && <bdi>{email.length > 2 * FITS ? breakable(email) : email}</bdi>}
      {words}
    </Fragment>
  ))
}
