import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useRead, useWrite } from '../../data/queries'
import { ReadView } from '../../features/access'
import { Preview } from '../../features/preview'
import { SaveBar } from '../../features/save-bar'
import { previewTexts } from '../../texts/english/preview'
import { textsTexts } from '../../texts/english/texts'
import { useTexts } from '../../texts/texts'
import { Button } from '../../ui/button'
import { SearchField, Select } from '../../ui/fields'
import { PageHeader } from '../../ui/page'
import { EmptyState } from '../../ui/states'
import { showToast } from '../../ui/toast'
import { filterRows, listRows, lostIn, readTexts, savable, toChanges } from './rows'
import type { Edits, Filter } from './rows'
import { TextSections } from './text-sections'
import './texts.css'

/** Every text of the dialogs beside its default. */
export default function TextsScreen() {
  const t = useTexts(textsTexts)
  const definition = useRead('getDefinition', {})
  return (
    <>
      <PageHeader title={t.title} summary={t.summary} />
      <ReadView read={definition}>
        {({ data }) => (
          <Editor texts={data.definition['texts']} version={data.version} onReload={() => definition.refetch()} />
        )}
      </ReadView>
    </>
  )
}

const none: Edits = {}

interface EditorProps {
  texts: unknown
  version: number
  onReload: () => Promise<unknown>
}

function Editor({ texts, version, onReload }: EditorProps) {
  const t = useTexts(textsTexts)
  const stored = useMemo(() => readTexts(texts), [texts])
  // With the version that the person saw: a reload in the background must not make a save look newer than it is.
  const [edited, setEdited] = useState<{ seen: number; edits: Edits } | null>(null)
  const edits = edited?.edits ?? none
  const rows = useMemo(() => listRows(stored), [stored])
  const changes = useMemo(() => toChanges(stored, edits), [stored, edits])
  const draft = useMemo(() => ({ texts: savable(changes) }), [changes])
  const lost = Object.entries(changes).filter(([key, text]) => text !== null && lostIn(key, text).length > 0)
  const save = useSave({ changes, version: edited?.seen ?? version, onSaved: () => setEdited(null) })
  const discard = () => {
    save.forget()
    setEdited(null)
  }
  const edit = useCallback(
    (key: string, text: string) =>
      setEdited((before) => ({ seen: before?.seen ?? version, edits: { ...before?.edits, [key]: text } })),
    [version],
  )
  const count = Object.keys(changes).length
  return (
    <>
      <div className="beside" data-wide>
        <Rows rows={rows} stored={stored} edits={edits} onEdit={edit} />
        <Preview draft={draft} />
      </div>
      <SaveBar
        {...save.bar}
        isDirty={count > 0}
        text={t.unsaved(count)}
        blocked={lost.length > 0 ? t.lostCount(lost.length) : null}
        onDiscard={discard}
        onReload={() => {
          discard()
          void onReload()
        }}
      />
    </>
  )
}

interface RowsProps {
  rows: ReturnType<typeof listRows>
  stored: Readonly<Record<string, string>>
  edits: Edits
  onEdit: (key: string, text: string) => void
}

/** The texts that fit search and filter. */
function Rows({ rows, stored, edits, onEdit }: RowsProps) {
  const t = useTexts(textsTexts)
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const wanted = useDeferredValue(search)
  const textOf = (key: string) => edits[key] ?? stored[key] ?? ''
  const found = filterRows(rows, { search: wanted, filter, textOf, edits })
  const own = rows.filter(({ key }) => textOf(key) !== '').length
  const showAll = () => {
    setSearch('')
    setFilter('all')
  }
  return (
    <div className="stack">
      <div className="text-filters">
        <SearchField label={t.search} value={search} onChange={setSearch} />
        <Select
          label={t.show}
          options={[
            { value: 'all', label: t.all({ count: String(rows.length) }) },
            { value: 'own', label: t.own({ count: String(own) }) },
            { value: 'gaps', label: t.gaps({ count: String(rows.length - own) }) },
          ]}
          value={filter}
          onChange={setFilter}
        />
      </div>
      <output className="visually-hidden">{t.found(found.length)}</output>
      {found.length === 0 ? (
        <EmptyState text={t.nothing} action={<Button onPress={showAll}>{t.showAll}</Button>} />
      ) : (
        <TextSections rows={found} textOf={textOf} onEdit={onEdit} />
      )}
    </div>
  )
}

interface SaveInput {
  changes: Readonly<Record<string, string | null>>
  version: number
  onSaved: () => void
}

/** Saves the changed texts: based on the version that was loaded, or over another person's. */
function useSave({ changes, version, onSaved }: SaveInput) {
  const t = useTexts(previewTexts)
  const guarded = useWrite('changeDefinitionItem', { changes: ['getDefinition'], ifMatch: String(version) })
  const forced = useWrite('changeDefinitionItem', { changes: ['getDefinition'] })
  const forget = () => {
    guarded.reset()
    forced.reset()
  }
  const run = async (write: typeof guarded) => {
    await write.mutateAsync({ part: 'texts', item: 'current', changes: { ...changes } })
    forget()
    onSaved()
    showToast(t.saved)
  }
  // The failure shows in the bar.
  const start = (write: typeof guarded) => () => void run(write).catch(() => null)
  return {
    forget,
    bar: {
      isPending: guarded.isPending || forced.isPending,
      failure: forced.error ?? guarded.error,
      onSave: start(guarded),
      onKeep: start(forced),
    },
  }
}
