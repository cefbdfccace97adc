import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useSubmit } from '../../lib/form'
import { formText } from '../../lib/format'
import type { SiteResult } from '../../lib/site-api'
import { useHydrated } from '../../lib/use-hydrated'
import { routes } from '../../paths'
import { Drawing } from '../../ui/drawing'
import { GroupedFields } from '../../ui/field'
import { Alert, NeedsScript, SubmitButton } from '../../ui/status'
import type { MessageField } from './message-fields'

const FAILED = 'Your message could not be sent. Please try again.'

interface MessageFormProps {
  fields: readonly MessageField[]
  label: string
  /** Sends what was filled in, by field. */
  send: (values: Record<string, string>) => Promise<SiteResult>
  /** Once it is with us. */
  onSent: () => void
}

/** A message to us. What is wrong is said beside its field; what was typed stays until it is with us. */
export function MessageForm({ fields, label, send, onSent }: MessageFormProps) {
  const hydrated = useHydrated()
  const { submitting, error, problems, onSubmit } = useSubmit(fields, async (data) => {
    const values = Object.fromEntries(fields.map(({ name }) => [name, formText(data, name).trim()]))
    const result = await send({ ...values, fax: formText(data, 'fax') })
    if (!result.success) return result.error || FAILED
    onSent()
    return ''
  })
  return (
    <form className="form" method="post" noValidate aria-busy={submitting} onSubmit={onSubmit}>
      <NeedsScript />
      <GroupedFields fields={fields} problems={problems} />
      {/* Nobody sees it; programs that fill in everything give themselves away. */}
      <div hidden>
        <label htmlFor="fax">Fax</label>
        <input id="fax" name="fax" tabIndex={-1} autoComplete="off" />
      </div>
      <Alert text={error} />
      <SubmitButton label={label} busyLabel="Sending..." busy={submitting} disabled={!hydrated} />
    </form>
  )
}

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
