import { type RefObject, type SubmitEvent, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { sampleIds } from '../../content/samples'
import type { SiteApi } from '../../lib/site-api'
import { useHydrated } from '../../lib/use-hydrated'
import { routes } from '../../paths'
import { NeedsScript, SubmitButton } from '../../ui/status'
import { addressOfCheck, isTooShort, readTagId, useAskedId } from './asked-id'
import { type FileCheck, FileDrop, useFileCheck } from './file-drop'
import { ResultCard } from './result-card'
import { type Check, useCheck, useTagChecker } from './use-check'

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
          <IdField inputRef={input} isInvalid={isRefused} />
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

interface IdFieldProps {
  inputRef: RefObject<HTMLInputElement | null>
  /** What was typed can be no ID. */
  isInvalid: boolean
}

/** Where the ID of a TrustTag is typed or pasted. */
function IdField({ inputRef, isInvalid }: IdFieldProps) {
  return (
    <div className="field">
      <label htmlFor="id">TrustTag ID</label>
      <input
        ref={inputRef}
        id="id"
        name="id"
        type="text"
        required
        className="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="search"
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? 'id-error id-hint' : 'id-hint'}
      />
      {isInvalid && (
        <p className="field-error" id="id-error">
          A TrustTag ID is longer than this, such as TT-WD2024001.
        </p>
      )}
      <p className="hint" id="id-hint">
        It begins with TT- and stands on the TrustTag. A whole link works too.
      </p>
    </div>
  )
}

interface SamplesProps {
  disabled: boolean
  /** While another one is looked up. */
  busy: boolean
  onPick: (id: string) => void
}

/** IDs to try the page with; each is filled in and looked up. */
function Samples({ disabled, busy, onPick }: SamplesProps) {
  return (
    <section className="samples" aria-labelledby="samples">
      <h2 id="samples">No TrustTag at hand?</h2>
      <p className="soft">Try a sample.</p>
      <ul className="sample-list">
        {sampleIds.map((id) => (
          <li key={id}>
            <button
              type="button"
              className="button quiet code"
              disabled={disabled}
              aria-disabled={busy || undefined}
              onClick={() => onPick(id)}
            >
              {id}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function followInput(changed: () => void): () => void {
  document.addEventListener('input', changed)
  return () => document.removeEventListener('input', changed)
}

/** The text of an uncontrolled field, also what was typed before hydration. */
function useFieldText(field: RefObject<HTMLInputElement | null>): string {
  return useSyncExternalStore(
    followInput,
    () => field.current?.value ?? '',
    () => '',
  )
}

/** Puts a text into a field, and lets everybody know who follows it. */
function setFieldText(field: RefObject<HTMLInputElement | null>, text: string): void {
  if (!field.current || field.current.value === text) return
  field.current.value = text
  field.current.dispatchEvent(new Event('input', { bubbles: true }))
}
