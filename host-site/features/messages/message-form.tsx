import { formText } from '../../lib/form-text'
import type { SiteResult } from '../../lib/site-api'
import { Alert } from '../../ui/alert'
import { GroupedFields } from '../../ui/grouped-fields'
import { NeedsScript } from '../../ui/needs-script'
import { SubmitButton } from '../../ui/submit-button'
import { useHydrated } from '../../lib/use-hydrated'
import { useSubmit } from '../../lib/use-submit'
import type { MessageField } from './message-fields'

const FAILED = 'Your message could not be sent. Please try again.'

export interface MessageFormProps {
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
