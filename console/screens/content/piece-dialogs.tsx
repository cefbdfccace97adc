import { useState } from 'react'
import type { AdminOutput } from '../../../contract/admin/schemas'
import { useRead, useWrite } from '../../data/queries'
import { ReadView } from '../../features/access'
import { useUndo } from '../../features/undo'
import { hostedTexts } from '../../texts/english/hosted'
import { useTexts } from '../../texts/texts'
import { Button } from '../../ui/button'
import { RadioGroup } from '../../ui/choices'
import { ConfirmDialog, Dialog } from '../../ui/dialog'
import { longTime } from '../../lib/format'
import { useLocale } from '../../texts/texts'
import { ErrorLine, Skeleton } from '../../ui/states'
import { showToast } from '../../ui/toast'
import type { DraftEditor } from './use-draft'

type Published = NonNullable<AdminOutput<'readContent'>['published']>

interface DialogProps {
  id: string
  draft: DraftEditor
  onClose: () => void
}

const removalReads = ['listContents', 'getDefinition'] as const

/** Earlier versions with their text; one becomes the draft. */
export function HistoryDialog({ id, draft, onClose }: DialogProps) {
  const t = useTexts(hostedTexts)
  const read = useRead('listContentVersions', { item: id })
  const [chosen, setChosen] = useState<string | null>(null)
  const restore = useRestore({ draft, onClose })
  const hasVersions = read.data !== undefined && read.data.data.length > 0
  return (
    <Dialog
      isOpen
      size="wide"
      onClose={onClose}
      title={t.historyTitle({ name: draft.typed.name })}
      actions={
        <>
          <Button onPress={onClose}>{t.toEditor}</Button>
          {hasVersions && (
            <Button
              kind="primary"
              isDisabled={chosen === null || !draft.isSaved}
              isPending={restore.isPending}
              onPress={() => chosen !== null && restore.mutate({ item: id, version: chosen })}
            >
              {t.restore}
            </Button>
          )}
        </>
      }
    >
      <ReadView read={read} skeleton={<Skeleton height="3rem" lines={4} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="muted">{t.historyEmpty}</p>
          ) : (
            <>
              <p className="muted">{t.historyLimit}</p>
              <VersionChoice versions={data} chosen={chosen} onChange={setChosen} />
            </>
          )
        }
      </ReadView>
      {chosen !== null && <VersionText id={id} number={chosen} />}
      {chosen !== null && <p className="muted">{t.restoreText}</p>}
      {restore.error && <ErrorLine text={restore.error.message} />}
    </Dialog>
  )
}

function useRestore({ draft, onClose }: Omit<DialogProps, 'id'>) {
  const t = useTexts(hostedTexts)
  return useWrite('restoreContentVersion', {
    changes: ['listContentVersions', 'listContents'],
    ifMatch: String(draft.version),
    onDone: ({ draft: restored }, { version }) => {
      draft.replace(restored, true)
      showToast(t.restoredToast({ number: version }))
      onClose()
    },
  })
}

interface VersionChoiceProps {
  versions: AdminOutput<'listContentVersions'>
  chosen: string | null
  onChange: (number: string) => void
}

function VersionChoice({ versions, chosen, onChange }: VersionChoiceProps) {
  const t = useTexts(hostedTexts)
  const locale = useLocale()
  const options = versions.map(({ number, at, author, kind }) => ({
    value: String(number),
    label: `${longTime(Date.parse(at), locale)} ${t.by({ name: author ?? t.byFile })}`,
    hint: kind === 'draft' ? t.versionDraft : t.versionPublished,
  }))
  return (
    <div className="version-list">
      <RadioGroup label={t.history} options={options} value={chosen} onChange={onChange} />
    </div>
  )
}

/** As its author wrote it: nothing of it runs or loads. */
function VersionText({ id, number }: { id: string; number: string }) {
  const t = useTexts(hostedTexts)
  const read = useRead('readContentVersion', { item: id, version: number })
  return (
    <ReadView read={read} skeleton={<Skeleton height="10rem" />}>
      {({ data }) => (
        <figure className="code-block" aria-label={t.versionOf({ number })}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll area must be reachable by keyboard */}
          <pre className="version-text" tabIndex={0}>
            <code>{data.content}</code>
          </pre>
        </figure>
      )}
    </ReadView>
  )
}

export function DiscardDialog({ id, draft, published, onClose }: DialogProps & { published: Published }) {
  const t = useTexts(hostedTexts)
  const discard = useWrite('discardContentDraft', {
    changes: ['listContents', 'listContentVersions'],
    ifMatch: String(draft.version),
    onDone: () => {
      showToast(t.discarded)
      onClose()
      draft.replace(published, false)
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isFinal={false}
      onClose={onClose}
      title={t.discardTitle}
      text={t.discardText}
      action={t.discard}
      isPending={discard.isPending}
      error={discard.error}
      onSubmit={() => discard.mutate({ item: id })}
    />
  )
}

export function RemoveDialog({ id, draft, onClose, onGone }: DialogProps & { onGone: () => void }) {
  const t = useTexts(hostedTexts)
  const { name } = draft.typed
  const offerUndo = useUndo('undoContentRemoval', { changes: removalReads, done: t.broughtBack({ name }) })
  const remove = useWrite('removeContentPiece', {
    changes: removalReads,
    onDone: () => {
      offerUndo(t.removed({ name }), { item: id })
      onGone()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.removeTitle({ name })}
      text={t.removeText}
      action={t.remove}
      isFinal={false}
      isPending={remove.isPending}
      error={remove.error}
      // What was typed last comes back, too, and is not sent after the removal.
      onSubmit={() => void draft.flush().then(() => remove.mutate({ item: id }))}
    />
  )
}
