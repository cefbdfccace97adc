import { type RefObject, type SubmitEvent, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useSearch } from 'wouter'
import { sampleIds } from '../../content/samples'
import { useHydrated } from '../../lib/browser'
import type { SiteApi } from '../../lib/site-api'
import { routes } from '../../paths'
import { NeedsScript, SubmitButton } from '../../ui/status'
import { readTagId } from '../../../contract/tag-id'
import { type FileCheck, FileDrop, useFileCheck } from './file-drop'
import { type FileFinding, headOf, verdictOf, verdicts } from './finding'
import { ResultCard } from './result-card'
import { type Check, useCheck, useTagChecker } from './use-check'

/**
 * An ID is in the URL, so that results can be linked to and the back button returns to the previous one. Files are not.
 */
export function VerifyTool({ api: { verify, readOpenFile } }: { api: Pick<SiteApi, 'verify' | 'readOpenFile'> }) {
  const input = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  const asked = useAskedId()
  const [, navigate] = useLocation()
  /** The ID that was shown when a too short one was typed over it: its result no longer belongs to the field. */
  const [refusedOver, setRefusedOver] = useState<string | null>(null)
  const isRefused = refusedOver === asked || (asked !== '' && isTooShort(asked))
  const checker = useTagChecker(readOpenFile)
  const tools = useMemo(() => ({ verify, checker }), [verify, checker])
  const [check, askAgain] = useCheck(tools, isRefused ? '' : asked)
  const files = useFileCheck(checker)
  const isOfFile = asked === '' && !isRefused
  /** The pasted link: its host is not in the URL of this page. */
  const [pasted, setPasted] = useState({ id: '', host: null as string | null })
  const loading = check.step === 'loading' || check.step === 'checking'

  useShownText(input, asked)

  function submit(text: string): void {
    if (loading) return
    const { id, host } = readTagId(text)
    setPasted({ id, host: host === location.host ? null : host })
    setFieldText(input, id)
    setRefusedOver(isTooShort(id) ? asked : null)
    if (isTooShort(id)) input.current?.focus()
    else if (id === asked) askAgain()
    else navigate(addressOfCheck(id))
  }

  function take(given: readonly File[]): void {
    // The result of the ID stays in the history, one step back.
    if (asked !== '') navigate(routes.verify.path)
    setFieldText(input, '')
    setRefusedOver(null)
    void files.take(given)
  }

  return (
    <div className="verify">
      <div className="verify-form">
        <IdForm inputRef={input} isInvalid={isRefused} busy={loading} disabled={!hydrated} onSubmit={submit} />
        <Samples disabled={!hydrated} busy={loading} onPick={submit} />
        <FileDrop {...files} disabled={!hydrated} onFiles={take} />
      </div>
      {isOfFile ? (
        <FileResults {...files} />
      ) : (
        <ResultCard check={check} linkHost={pasted.id === asked ? pasted.host : null} onRetry={askAgain} />
      )}
    </div>
  )
}

/** The gravest of the results is shown first. */
function FileResults({ results, isChecking, complete }: Pick<FileCheck, 'results' | 'isChecking' | 'complete'>) {
  const [chosen, setChosen] = useState<FileFinding | null>(null)
  const shown = results.find((one) => one === chosen) ?? results[0] ?? null
  const check = useMemo(() => ofFile(shown, isChecking), [shown, isChecking])
  return (
    <div className="verify-result">
      {results.length > 1 && shown && <FoundTags {...{ results, shown }} onShow={setChosen} />}
      <ResultCard check={check} linkHost={null} onRetry={() => void (shown && complete(shown))} />
    </div>
  )
}

function ofFile(result: FileFinding | null, isChecking: boolean): Check {
  if (isChecking) return { step: 'checking', id: '' }
  return result ? { step: 'done', id: '', result } : { step: 'idle' }
}

interface FoundTagsProps {
  results: readonly FileFinding[]
  shown: FileFinding
  onShow: (result: FileFinding) => void
}

/** The TrustTags in one archive, or in several files. */
function FoundTags({ results, shown, onShow }: FoundTagsProps) {
  return (
    <section className="found-tags" aria-labelledby="found-tags">
      <h2 id="found-tags">These files contain {results.length} TrustTags</h2>
      <ul>
        {results.map((one) => (
          <li key={keyOf(one)}>
            <button type="button" className="button quiet" aria-pressed={one === shown} onClick={() => onShow(one)}>
              <span className="code">{idOf(one)}</span> <span>{titleOf(one)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const idOf = (one: FileFinding): string =>
  one.outcome === 'unknown'
    ? one.id
    : (one.finding.report.facts?.trustTagId ?? one.finding.report.claimedId ?? one.finding.file?.names[0] ?? '')

const keyOf = (one: FileFinding): string =>
  one.outcome === 'unknown' ? one.id : `${idOf(one)} ${one.finding.file?.names.join(' ')}`

const titleOf = (one: FileFinding): string =>
  one.outcome === 'unknown' ? verdicts.invalid.title : headOf(verdictOf(one.finding), one.finding.report.mode)

interface IdFormProps extends IdFieldProps {
  busy: boolean
  /** True until hydrated. */
  disabled: boolean
  onSubmit: (text: string) => void
}

function IdForm({ inputRef, isInvalid, busy, disabled, onSubmit }: IdFormProps) {
  const isBlank = useFieldText(inputRef).trim() === ''
  return (
    <form
      className="form"
      action={routes.verify.path}
      noValidate
      aria-busy={busy}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        onSubmit(inputRef.current?.value ?? '')
      }}
    >
      <NeedsScript />
      <IdField inputRef={inputRef} isInvalid={isInvalid} />
      <SubmitButton label="Verify" busyLabel="Verifying..." busy={busy} disabled={disabled || isBlank} />
    </form>
  )
}

interface IdFieldProps {
  inputRef: RefObject<HTMLInputElement | null>
  isInvalid: boolean
}

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
          A TrustTag ID is longer, for example TT-WD2024001.
        </p>
      )}
      <p className="hint" id="id-hint">
        It starts with TT- and is shown on the TrustTag. A full link works too.
      </p>
    </div>
  )
}

interface SamplesProps {
  disabled: boolean
  busy: boolean
  onPick: (id: string) => void
}

function Samples({ disabled, busy, onPick }: SamplesProps) {
  return (
    <section className="samples" aria-labelledby="samples">
      <h2 id="samples">No TrustTag to check?</h2>
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

/** Text of an uncontrolled field, including what was typed before hydration. */
function useFieldText(field: RefObject<HTMLInputElement | null>): string {
  return useSyncExternalStore(
    followInput,
    () => field.current?.value ?? '',
    () => '',
  )
}

/** Sets the text and dispatches `input`, so that listeners follow. */
function setFieldText(field: RefObject<HTMLInputElement | null>, text: string): void {
  if (!field.current || field.current.value === text) return
  field.current.value = text
  field.current.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Shows a text in a field, unless it is empty. */
function useShownText(field: RefObject<HTMLInputElement | null>, text: string): void {
  useEffect(() => {
    if (text !== '') setFieldText(field, text)
  }, [field, text])
}

/** The ID in the URL: `/verify?id=TT-…` or `/verify/TT-…`. Empty without one, and in the prerendered page. */
export function useAskedId(): string {
  const [path] = useLocation()
  const search = useSearch()
  const hydrated = useHydrated()
  if (!hydrated) return ''
  const inQuery = new URLSearchParams(search).get('id')
  return readTagId(inQuery ?? (path.startsWith(`${routes.verify.path}/`) ? path : '')).id
}

export const addressOfCheck = (id: string): string => `${routes.verify.path}?${new URLSearchParams({ id })}`

/** Shorter IDs are invalid and not looked up (seed 000 section 9). */
const ID_MIN_CHARS = 6

export const isTooShort = (id: string): boolean => id.length < ID_MIN_CHARS
