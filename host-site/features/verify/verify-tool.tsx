import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useLocation } from 'wouter'
import type { SiteApi } from '../../lib/site-api'
import { setFieldText, useFieldText } from '../../lib/use-field-text'
import { useHydrated } from '../../lib/use-hydrated'
import { routes } from '../../paths'
import { NeedsScript } from '../../ui/needs-script'
import { SubmitButton } from '../../ui/submit-button'
import { addressOfCheck, useAskedId } from './asked-id'
import { IdField } from './id-field'
import { isTooShort, readTagId } from './read-tag-id'
import { ResultCard } from './result-card'
import { Samples } from './samples'
import { useCheck } from './use-check'

/**
 * Looks up TrustTags. What is asked stands in the page's address, so that a result can be linked to and the browser's
 * back button leads to the one before.
 */
export function VerifyTool({ verify }: { verify: SiteApi['verify'] }) {
  const input = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  const isBlank = useFieldText(input).trim() === ''
  const asked = useAskedId()
  const [, navigate] = useLocation()
  /** What was asked for when something too short was typed over it: its result no longer belongs to the field. */
  const [refusedOver, setRefusedOver] = useState<string | null>(null)
  const isRefused = refusedOver === asked || (asked !== '' && isTooShort(asked))
  const [check, askAgain] = useCheck(verify, isRefused ? '' : asked)
  const loading = check.step === 'loading'

  useEffect(() => {
    if (asked !== '') setFieldText(input, asked)
  }, [asked])

  function submit(text: string): void {
    if (loading) return
    const id = readTagId(text)
    setFieldText(input, id)
    setRefusedOver(isTooShort(id) ? asked : null)
    if (isTooShort(id)) input.current?.focus()
    else if (id === asked) askAgain()
    else navigate(addressOfCheck(id))
  }

  return (
    <div className="verify">
      <div className="verify-form">
        <form
          className="form"
          action={routes.verify.path}
          noValidate
          aria-busy={loading}
          onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
            event.preventDefault()
            submit(input.current?.value ?? '')
          }}
        >
          <NeedsScript />
          <IdField inputRef={input} isTooShort={isRefused} />
          <SubmitButton label="Verify" busyLabel="Verifying..." busy={loading} disabled={!hydrated || isBlank} />
        </form>
        <Samples disabled={!hydrated} busy={loading} onPick={submit} />
      </div>
      <ResultCard check={check} onRetry={askAgain} />
    </div>
  )
}
