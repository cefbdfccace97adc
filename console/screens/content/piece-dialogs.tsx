import { useState } from 'react'
import type { AdminOutput } from '../../../contract/admin/schemas'
import { useRead, useReload, useWrite } from '../../data/queries'
import { ReadView } from '../../features/access'
import { hostedTexts } from '../../texts/english/hosted'
import { useTexts } from '../../texts/texts'
import { Button } from '../../ui/button'
import { RadioGroup } from '../../ui/choices'
import { ConfirmDialog, Dialog } from '../../ui/dialog'
import { longTime } from '../../lib/format'
import { useLocale } from '../../texts/texts'
import { EmptyState, ErrorLine, Skeleton } from '../../ui/states'
import { showToast } from '../../ui/toast'
import type { DraftEditor } from './use-draft'

type Published = AdminOutput<'readContent'>['published']

interface DialogProps {
  id: string
  draft: DraftEditor
  onClose: () => void
}

/** Earlier versions with their text; one becomes the draft. */
export function HistoryDialog({ id, draft, onClose }: DialogProps) {
  const t = useTexts(hostedTexts)
  const read = useRead('listContentVersions', { item: id })
  const [chosen, setChosen] = useState<string | null>(null)
  const { version } = draft
  const restore = useWrite('restoreContentVersion', {
    changes: ['listContentVersions', 'listContents'],
    ifMatch: String(version),
    onDone: ({ draft: restored }, { version: number }) => {
      draft.replace(restored, true)
      showToast(t.restoredToast({ number }))
      onClose()
    },
  })
  return (
    <Dialog isOpen size="wide" onClose={onClose} title={t.historyTitle({ name: draft.typed.name })}>
      <ReadView read={read} skeleton={<Skeleton height="3rem" lines={4} />}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState text={t.historyEmpty} action={<Button onPress={onClose}>{t.toEditor}</Button>} />
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
      {read.data && read.data.data.length > 0 && (
        <div className="dialog-actions">
          <Button
            kind="primary"
            isDisabled={chosen === null || !draft.isSaved}
            isPending={restore.isPending}
            onPress={() => chosen !== null && restore.mutate({ item: id, version: chosen })}
          >
            {t.restore}
          </Button>
        </div>
      )}
    </Dialog>
  )
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

interface GoneProps extends DialogProps {
  onGone: () => void
}

export function DiscardDialog({ id, draft, published, onClose, onGone }: GoneProps & { published: Published }) {
  const t = useTexts(hostedTexts)
  const discard = useWrite('discardContentDraft', {
    changes: ['listContents', 'listContentVersions'],
    ifMatch: String(draft.version),
    onDone: () => {
      showToast(t.discarded)
      onClose()
      if (published) draft.replace(published, false)
      else onGone()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isFinal={published === null}
      onClose={onClose}
      title={t.discardTitle}
      text={published ? t.discardText : t.discardOnly}
      action={t.discard}
      isPending={discard.isPending}
      error={discard.error}
      onSubmit={() => discard.mutate({ item: id })}
    />
  )
}

export function RemoveDialog({ id, name, onClose, onGone }: Omit<GoneProps, 'draft'> & { name: string }) {
  const t = useTexts(hostedTexts)
  const reload = useReload()
  const remove = useWrite('removeContentPiece', {
    changes: ['listContents'],
    onDone: () => {
      showToast(t.removed({ name }))
      reload(['getDefinition'])
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
      isPending={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ item: id })}
    />
  )
}
