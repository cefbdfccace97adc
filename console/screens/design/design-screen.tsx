import { useCallback, useMemo, useState } from 'react'
import { useRead, useWrite } from '../../data/queries'
import { ReadView } from '../../features/access'
import { Preview } from '../../features/preview'
import { SaveBar } from '../../features/save-bar'
import type { Scheme } from '../../lib/preview-messages'
import { designTexts } from '../../texts/english/design'
import { previewTexts } from '../../texts/english/preview'
import { useTexts } from '../../texts/texts'
import { PageHeader } from '../../ui/page'
import { showToast } from '../../ui/toast'
import { createResolveColor } from '../../../widget/modals/theme/colors'
import { ColorFields } from './color-fields'
import { isFontList, isLogo, isSameDesign, readColors, readDesign, toChanges } from './design'
import type { Design } from './design'
import { ShapeFields } from './shape-fields'
import './design.css'

/** How the dialogs look, with the dialogs themselves beside. */
export default function DesignScreen() {
  const t = useTexts(designTexts)
  const definition = useRead('getDefinition', {})
  return (
    <>
      <PageHeader title={t.title} summary={t.summary} />
      <ReadView read={definition}>
        {({ data }) => (
          <Editor branding={data.definition['branding']} version={data.version} onReload={() => definition.refetch()} />
        )}
      </ReadView>
    </>
  )
}

interface EditorProps {
  branding: unknown
  version: number
  onReload: () => Promise<unknown>
}

function Editor({ branding, version, onReload }: EditorProps) {
  const t = useTexts(designTexts)
  const stored = useMemo(() => readDesign(branding), [branding])
  // With the version that the person saw: a reload in the background must not make a save look newer than it is.
  const [edited, setEdited] = useState<{ seen: number; design: Design } | null>(null)
  const [scheme, setScheme] = useState<Scheme>(stored.theme === 'dark' ? 'dark' : 'light')
  const design = edited?.design ?? stored
  const resolve = useMemo(() => createResolveColor(document.body), [])
  const facts = readColors(design, scheme, resolve)
  const isWrong = hasUnknownColor(design, resolve) || !isLogo(design.logo) || !isFontList(design.fontFamily)
  const draft = useMemo(() => ({ design: toChanges(design) }), [design])
  const discard = useCallback(() => setEdited(null), [])
  const save = useSave({ design, version: edited?.seen ?? version, onSaved: discard })
  const change = (part: Partial<Design>) => setEdited({ seen: edited?.seen ?? version, design: { ...design, ...part } })
  return (
    <>
      <div className="beside">
        <div className="stack">
          <ShapeFields design={design} onChange={change} onScheme={setScheme} />
          <ColorFields
            facts={facts}
            scheme={scheme}
            onScheme={setScheme}
            onChange={(name, color) =>
              change({ colors: { ...design.colors, [scheme]: { ...design.colors[scheme], [name]: color } } })
            }
          />
        </div>
        <Preview draft={draft} scheme={scheme} />
      </div>
      <SaveBar
        {...save.bar}
        isDirty={edited !== null && !isSameDesign(edited.design, stored)}
        text={t.unsaved}
        blocked={isWrong ? t.fixFirst : null}
        onDiscard={() => {
          save.forget()
          discard()
        }}
        onReload={() => {
          save.forget()
          discard()
          void onReload()
        }}
      />
    </>
  )
}

const hasUnknownColor = (design: Design, resolve: (text: string) => unknown): boolean =>
  Object.values(design.colors).some((colors) =>
    Object.values(colors).some((text) => text !== '' && resolve(text) === null),
  )

interface SaveInput {
  design: Design
  version: number
  onSaved: () => void
}

/** Saves the design: based on the version that was loaded, or over another person's. */
function useSave({ design, version, onSaved }: SaveInput) {
  const t = useTexts(previewTexts)
  const guarded = useWrite('changeDefinitionItem', { changes: ['getDefinition'], ifMatch: String(version) })
  const forced = useWrite('changeDefinitionItem', { changes: ['getDefinition'] })
  const run = async (write: typeof guarded) => {
    await write.mutateAsync({ part: 'design', item: 'current', changes: toChanges(design) })
    guarded.reset()
    forced.reset()
    onSaved()
    showToast(t.saved)
  }
  // The failure shows in the bar.
  const start = (write: typeof guarded) => () => void run(write).catch(() => null)
  return {
    forget() {
      guarded.reset()
      forced.reset()
    },
    bar: {
      isPending: guarded.isPending || forced.isPending,
      failure: forced.error ?? guarded.error,
      onSave: start(guarded),
      onKeep: start(forced),
    },
  }
}
