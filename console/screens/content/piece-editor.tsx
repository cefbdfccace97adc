import { lazy, Suspense, useEffect, useState } from 'react'
import type { AdminOutput } from '../../../contract/admin/schemas'
import { useConsole, useScope } from '../../data/console'
import { toFailure } from '../../lib/failure'
import { hostedTexts } from '../../texts/english/hosted'
import { useTexts } from '../../texts/texts'
import { RadioGroup } from '../../ui/choices'
import { TextField } from '../../ui/fields'
import { Notice } from '../../ui/page'
import { Skeleton } from '../../ui/states'
import { showToast } from '../../ui/toast'
import type { DraftEditor } from './use-draft'

/** With its library, only for those who write formatted text. */
const RichEditor = lazy(() => import('./rich-editor'))

export type Removed = AdminOutput<'publishContent'>['removed'][number]
type Checked = AdminOutput<'checkContentHtml'>

/** The text of a piece, in the way that its kind is written. */
export function PieceEditor({ draft }: { draft: DraftEditor }) {
  const t = useTexts(hostedTexts)
  const { type, content } = draft.typed
  const change = (text: string) => draft.change({ content: text })
  if (type === 'HTML') return <HtmlContent draft={draft} />
  if (type === 'LINK' || type === 'IMAGE' || type === 'FILE')
    return (
      <TextField
        label={t.address}
        hint={t.addressHint}
        autoComplete="off"
        spellCheck="false"
        value={content}
        onChange={change}
      />
    )
  return (
    <TextField
      label={t.content}
      rows={16}
      value={content}
      onChange={change}
      {...(type !== 'TEXT' && { isCode: true, spellCheck: 'false' })}
    />
  )
}

type Mode = 'text' | 'html'

function HtmlContent({ draft }: { draft: DraftEditor }) {
  const t = useTexts(hostedTexts)
  const [mode, setMode] = useState<Mode>('text')
  return (
    <div className="stack">
      <RadioGroup
        label={t.mode}
        options={[
          { value: 'text', label: t.modeText },
          { value: 'html', label: t.modeHtml },
        ]}
        value={mode}
        onChange={setMode}
      />
      {mode === 'text' ? (
        // A new editor for text that comes from elsewhere.
        <RichContent key={draft.origin} draft={draft} onFail={() => setMode('html')} />
      ) : (
        <HtmlSource draft={draft} />
      )}
    </div>
  )
}

const nothing: Checked = { content: '', nodes: [], removed: [] }

/** Starts with the draft as the sanitizer lets it through. */
function RichContent({ draft, onFail }: { draft: DraftEditor; onFail: () => void }) {
  const t = useTexts(hostedTexts)
  const { client } = useConsole()
  const scope = useScope()
  const [first] = useState(draft.typed.content)
  const [checked, setChecked] = useState<Checked | null>(first === '' ? nothing : null)
  useEffect(() => {
    if (first === '') return undefined
    const controller = new AbortController()
    const { signal } = controller
    client.call('checkContentHtml', { content: first }, { scope, signal }).then(
      ({ data }) => setChecked(data),
      (error: unknown) => {
        if (signal.aborted) return
        showToast(t.cannotShow({ reason: toFailure(error).message }))
        onFail()
      },
    )
    return () => controller.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the text that it starts with is read once
  }, [client, scope, first])
  if (!checked) return <Skeleton height="20rem" />
  return (
    <>
      <RemovedNotice title={t.willRemove} removed={checked.removed} />
      <Suspense fallback={<Skeleton height="20rem" />}>
        <RichEditor
          label={t.content}
          nodes={checked.nodes}
          onChange={(content) => draft.change({ content })}
          readPasted={async (html) => (await client.call('checkContentHtml', { content: html }, { scope })).data.nodes}
          onPlainPaste={(error) => showToast(t.asPlain({ reason: toFailure(error).message }))}
        />
      </Suspense>
    </>
  )
}

const CHECK_AFTER_MS = 700

/** HTML as it is typed or pasted, with what publishing will remove. */
function HtmlSource({ draft }: { draft: DraftEditor }) {
  const t = useTexts(hostedTexts)
  const { client } = useConsole()
  const scope = useScope()
  const { content } = draft.typed
  const [result, setResult] = useState<{ removed: readonly Removed[]; problem: string | null }>({
    removed: [],
    problem: null,
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const timer = window.setTimeout(() => {
      client.call('checkContentHtml', { content }, { scope, signal }).then(
        ({ data }) => setResult({ removed: data.removed, problem: null }),
        (error: unknown) => {
          const failure = toFailure(error)
          // Without an answer nothing is known of the text.
          if (!signal.aborted && failure.status === 400) setResult({ removed: [], problem: failure.message })
        },
      )
    }, CHECK_AFTER_MS)
    return () => {
      window.clearTimeout(timer)
      controller.abort()
    }
  }, [client, scope, content])
  return (
    <div className="stack-s">
      <TextField
        label={t.content}
        hint={t.htmlHint}
        rows={18}
        isCode
        spellCheck="false"
        value={content}
        onChange={(text) => draft.change({ content: text })}
        error={result.problem}
      />
      <RemovedNotice title={t.willRemove} removed={result.removed} />
    </div>
  )
}

/** Names what the sanitizer takes out of HTML; nothing if it takes nothing. */
export function RemovedNotice({ title, removed }: { title: string; removed: readonly Removed[] }) {
  const t = useTexts(hostedTexts)
  const nameOf = ({ kind, name }: Removed) =>
    kind === 'comment'
      ? t.removedComment
      : kind === 'element'
        ? t.removedElement({ name })
        : t.removedAttribute({ name })
  return (
    <output className="removed">
      {removed.length > 0 && (
        <Notice tone="warn">
          <h2>{title}</h2>
          <ul className="removed-list">
            {removed.map((one) => (
              <li key={`${one.kind} ${one.name}`}>
                <code>{nameOf(one)}</code> <span className="muted">{t.times(one.count)}</span>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </output>
  )
}
