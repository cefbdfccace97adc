import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { routes } from '../../paths'
import { Icon } from '../../ui/icon'

/** Takes the place of the form. @param text when an answer comes */
export function ThankYou({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="card thank-you" aria-labelledby="thank-you">
      <Icon name="check" size={32} />
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
