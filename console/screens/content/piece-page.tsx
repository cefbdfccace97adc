import { useState } from 'react'
import { useLocation } from 'wouter'
import type { AdminOutput } from '../../../contract/admin/schemas'
import { useConsole, useScope } from '../../data/console'
import { useRead, useReload } from '../../data/queries'
import { bothOf, ReadView } from '../../features/access'
import { useSubmit } from '../../features/submit'
import { appPath } from '../../lib/paths'
import { hostedTexts } from '../../texts/english/hosted'
import { useTexts } from '../../texts/texts'
import { Button, IconButton, Link, LinkButton } from '../../ui/button'
import { Select, TextField } from '../../ui/fields'
import { Menu } from '../../ui/menu'
import { Card, Notice, PageHeader } from '../../ui/page'
import { Conflict, EmptyState, Skeleton } from '../../ui/states'
import { showToast } from '../../ui/toast'
import { groupsOf, plansOf } from './groups'
import type { Group, Plan } from './groups'
import { DiscardDialog, HistoryDialog, RemoveDialog } from './piece-dialogs'
import { PieceEditor, RemovedNotice } from './piece-editor'
import type { Removed } from './piece-editor'
import { PiecePreview, PieceUse } from './piece-use'
import { useDraft } from './use-draft'
import type { DraftEditor } from './use-draft'
import './content.css'

type Piece = AdminOutput<'readContent'>

/** One piece of hosted content: its draft, what members get, its history and its markup. */
export default function PiecePage({ id }: { id: string }) {
  const t = useTexts(hostedTexts)
  const { appId } = useScope()
  const read = useRead('readContent', { item: id })
  const definition = useRead('getDefinition', {})
  const [start, setStart] = useState<Piece | null>(null)
  // A draft must not begin with what the cache had of an earlier visit.
  if (start === null && read.data && !read.isFetching) setStart(read.data.data)
  const back = <LinkButton href={appPath(appId, 'gated-content')}>{t.all}</LinkButton>
  if (read.error?.code === 'content-not-found' && start === null)
    return (
      <>
        <PageHeader title={t.title} />
        <EmptyState text={t.unknown} action={back} />
      </>
    )
  const loading = <Skeleton height="24rem" />
  return (
    <ReadView read={bothOf(read, definition)} title={t.title} skeleton={loading}>
      {([, { data }]) =>
        start ? <Editing piece={start} groups={groupsOf(data.definition)} plans={plansOf(data.definition)} /> : loading
      }
    </ReadView>
  )
}

interface EditingProps {
  piece: Piece
  groups: readonly Group[]
  plans: readonly Plan[]
}

type Asked = 'history' | 'discard' | 'remove' | null

function Editing({ piece, groups, plans }: EditingProps) {
  const draft = useDraft(piece)
  const [published, setPublished] = useState(piece.published)
  const [asked, setAsked] = useState<Asked>(null)
  const publication = usePublish(piece.id, draft, setPublished)
  const { typed } = draft
  return (
    <>
      <PieceHeader draft={draft} isPublished={published !== null} publication={publication} onAsk={setAsked} />
      <PieceProblems id={piece.id} draft={draft} publication={publication} onLoaded={setPublished} />
      <Card>
        <PieceFields draft={draft} groups={groups} />
        <PieceEditor draft={draft} />
      </Card>
      <PiecePreview id={piece.id} draft={draft} group={groups.find(({ key }) => key === typed.group)} plans={plans} />
      <PieceUse id={piece.id} draft={draft} groups={groups} isPublished={published !== null} />
      <AskedDialog id={piece.id} draft={draft} published={published} asked={asked} onClose={() => setAsked(null)} />
    </>
  )
}

type Publication = ReturnType<typeof usePublish>

interface PieceHeaderProps {
  draft: DraftEditor
  isPublished: boolean
  publication: Publication
  onAsk: (asked: Asked) => void
}

function PieceHeader({ draft, isPublished, publication: { publish, publishing }, onAsk }: PieceHeaderProps) {
  const t = useTexts(hostedTexts)
  const { appId } = useScope()
  const isDirty = draft.version > 0 || !draft.isSaved
  const entries = [
    { id: 'history', label: t.history, onAction: () => onAsk('history') },
    ...(isPublished && draft.version > 0
      ? [{ id: 'discard', label: t.discard, onAction: () => onAsk('discard') }]
      : []),
    { id: 'remove', label: t.remove, isDanger: true, onAction: () => onAsk('remove') },
  ]
  return (
    <>
      <p>
        <Link href={appPath(appId, 'gated-content')}>{t.all}</Link>
      </p>
      <PageHeader
        title={draft.typed.name}
        summary={<SaveState draft={draft} isPublished={isPublished && !isDirty} />}
        actions={
          <>
            <Button
              kind="primary"
              isDisabled={!isDirty}
              isPending={publishing.isPending}
              onPress={() => publish(false)}
            >
              {isDirty ? t.publish : t.nothingToPublish}
            </Button>
            <Menu label={t.actions} groups={[{ id: 'acts', entries }]}>
              <IconButton icon="more" label={t.actions} />
            </Menu>
          </>
        }
      />
    </>
  )
}

interface PieceProblemsProps {
  id: string
  draft: DraftEditor
  publication: Publication
  /** The published version, read again. */
  onLoaded: (published: Piece['published']) => void
}

/** Notices for the person: restored text, a conflict, a refused publication, removed HTML. */
function PieceProblems({ id, draft, publication, onLoaded }: PieceProblemsProps) {
  const t = useTexts(hostedTexts)
  const { client } = useConsole()
  const scope = useScope()
  const { publishing, publish, removed } = publication
  const failed = publishing.failure ?? draft.failure
  const load = async () => {
    const { data } = await client.call('readContent', { item: id }, { scope })
    onLoaded(data.published)
    const state = data.draft ?? data.published
    if (state) draft.replace(state, data.draft !== null)
  }
  const keep = () => {
    if (publishing.failure) publish(true)
    else draft.keep()
  }
  return (
    <>
      {draft.isRestored && <Notice>{t.restored}</Notice>}
      {failed?.isConflict && <Conflict failure={failed} onReload={() => publishing.run(load)} onKeep={keep} />}
      {publishing.failure && !publishing.failure.isConflict && (
        <Notice tone="bad" isAlert>
          {publishing.failure.message}
        </Notice>
      )}
      <RemovedNotice title={t.removedTitle} removed={removed} />
    </>
  )
}

interface AskedDialogProps {
  id: string
  draft: DraftEditor
  published: Piece['published']
  asked: Asked
  onClose: () => void
}

function AskedDialog({ id, draft, published, asked, onClose }: AskedDialogProps) {
  const { appId } = useScope()
  const [, navigate] = useLocation()
  const leave = () => navigate(appPath(appId, 'gated-content'))
  if (asked === 'history') return <HistoryDialog id={id} draft={draft} onClose={onClose} />
  if (asked === 'discard' && published)
    return <DiscardDialog id={id} draft={draft} published={published} onClose={onClose} />
  if (asked === 'remove') return <RemoveDialog id={id} draft={draft} onClose={onClose} onGone={leave} />
  return null
}

function usePublish(id: string, draft: DraftEditor, onPublished: (state: Piece['published']) => void) {
  const t = useTexts(hostedTexts)
  const { client } = useConsole()
  const scope = useScope()
  const reload = useReload()
  const publishing = useSubmit()
  const [removed, setRemoved] = useState<readonly Removed[]>([])
  /** @param isForced also replaces a version that someone else has just published */
  const publish = (isForced: boolean) =>
    publishing.run(async () => {
      const version = await draft.flush()
      // Why it could not be saved is shown already.
      if (version === null) return
      const options = { scope, ...(!isForced && { ifMatch: String(version) }) }
      const { data } = await client.call('publishContent', { item: id }, options)
      onPublished(data.published)
      setRemoved(data.removed)
      draft.replace(data.published, false)
      reload(['listContents', 'listContentVersions', 'getDefinition'])
      showToast(t.publishedToast({ name: data.published.name }))
    })
  return { removed, publish, publishing }
}

function SaveState({ draft, isPublished }: { draft: DraftEditor; isPublished: boolean }) {
  const t = useTexts(hostedTexts)
  const { failure, isSaving, isSaved, typed } = draft
  if (failure && !failure.isConflict)
    return (
      <span role="alert" className="field-error">
        {t.notSaved({ reason: failure.message })}{' '}
        <Button size="small" onPress={() => void draft.flush()}>
          {t.retry}
        </Button>
      </span>
    )
  const isWaiting = isSaving || (!isSaved && typed.name.trim() !== '' && !failure)
  return <output>{isWaiting ? t.saving : isPublished ? t.isPublished : isSaved ? t.saved : ''}</output>
}

function PieceFields({ draft, groups }: { draft: DraftEditor; groups: readonly Group[] }) {
  const t = useTexts(hostedTexts)
  const { name, group } = draft.typed
  const isKnown = groups.some(({ key }) => key === group)
  const options = [
    ...groups.map(({ key, name: label }) => ({ value: key, label })),
    ...(isKnown ? [] : [{ value: group, label: t.unknownGroup({ key: group }) }]),
  ]
  return (
    <div className="piece-fields">
      <TextField
        label={t.name}
        isRequired
        autoComplete="off"
        value={name}
        onChange={(typed) => draft.change({ name: typed })}
        error={name.trim() === '' ? t.nameMissing : null}
      />
      <Select
        label={t.group}
        hint={t.groupHint}
        options={options}
        value={group}
        onChange={(key) => draft.change({ group: key })}
        error={isKnown ? null : t.groupGone}
      />
    </div>
  )
}
