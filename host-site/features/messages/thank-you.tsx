import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { routes } from '../../paths'
import { Drawing } from '../../ui/drawing'

/** Takes the place of the form. @param text when an answer comes */
export function ThankYou({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="card thank-you" aria-labelledby="thank-you">
      <Drawing name="seal" />
      <h2 id="thank-you" ref={heading} tabIndex={-1}>
        Thank You
      </h2>
      <p>{text}</p>
      <p className="actions">
        <Link className="button" href={routes.home.path}>
          Back to Home
        </Link>
      </p>
    </section>
  )
}
