import { useEffect, useMemo, useRef, useState, type SubmitEvent } from 'react'
import { useLocation } from 'wouter'
import type { SiteApi } from '../../lib/site-api'
import { setFieldText, useFieldText } from '../../lib/use-field-text'
import { useHydrated } from '../../lib/use-hydrated'
import { routes } from '../../paths'
import { NeedsScript } from '../../ui/needs-script'
import { SubmitButton } from '../../ui/submit-button'
import { addressOfCheck, useAskedId } from './asked-id'
import { FileDrop } from './file-drop'
import { IdField } from './id-field'
import { isTooShort, readTagId } from './read-tag-id'
import { ResultCard } from './result-card'
import { Samples } from './samples'
import { useCheck, type Check } from './use-check'
import { useFileCheck, type FileCheck } from './use-file-check'
import { useTagChecker } from './use-tag-checker'

/**
 * Checks TrustTags in the browser: by their ID, or of files. What is asked by ID stands in the page's address, so that a result
 * can be linked to and the browser's back button leads to the one before; a file stands nowhere.
 */
export function VerifyTool({ api: { verify, readOpenFile } }: { api: Pick<SiteApi, 'verify' | 'readOpenFile'> }) {
  const input = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  const isBlank = useFieldText(input).trim() === ''
  const asked = useAskedId()
  const [, navigate] = useLocation()
  /** What was asked for when something too short was typed over it: its result no longer belongs to the field. */
  const [refusedOver, setRefusedOver] = useState<string | null>(null)
  const isRefused = refusedOver === asked || (asked !== '' && isTooShort(asked))
  const checker = useTagChecker(readOpenFile)
  const tools = useMemo(() => ({ verify, checker }), [verify, checker])
  const [check, askAgain] = useCheck(tools, isRefused ? '' : asked)
  const files = useFileCheck(checker)
  const isOfFile = asked === '' && !isRefused
  const fileCheck = useMemo(() => ofFiles(files.finding, files.isChecking), [files.finding, files.isChecking])
  const loading = check.step === 'loading' || check.step === 'checking'

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

  function take(given: readonly File[]): void {
    // The result of an ID stays in the history: it is one step back.
    if (asked !== '') navigate(routes.verify.path)
    setFieldText(input, '')
    setRefusedOver(null)
    void files.take(given)
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
        <FileDrop {...files} disabled={!hydrated} onFiles={take} />
      </div>
      <ResultCard check={isOfFile ? fileCheck : check} onRetry={isOfFile ? () => void files.complete() : askAgain} />
    </div>
  )
}

function ofFiles(finding: FileCheck['finding'], isChecking: boolean): Check {
  if (isChecking) return { step: 'checking', id: '' }
  return finding ? { step: 'done', id: '', result: { outcome: 'checked', finding } } : { step: 'idle' }
}
