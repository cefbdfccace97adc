import type { ReactNode } from 'react'
import type { Failure } from '../lib/failure'
import { previewTexts } from '../texts/english/preview'
import { useTexts } from '../texts/texts'
import { Button } from '../ui/button'
import { Conflict } from '../ui/states'

interface SaveBarProps {
  isDirty: boolean
  /** How much is unsaved, in words. */
  text: ReactNode
  /** Why it can't be saved yet; null: it can. */
  blocked: string | null
  isPending: boolean
  failure: Failure | null
  onSave: () => void
  onDiscard: () => void
  /** Saves over what another person has saved. */
  onKeep: () => void
  onReload: () => void
}

/** At the end of a long form, in sight while something is unsaved. What was typed stays if saving fails. */
export function SaveBar(props: SaveBarProps) {
  const { isDirty, text, blocked, isPending, failure, onSave, onDiscard, onKeep, onReload } = props
  const t = useTexts(previewTexts)
  if (failure?.isConflict) return <Conflict failure={failure} onReload={onReload} onKeep={onKeep} />
  if (!isDirty) return null
  const problem = blocked ?? failure?.message
  return (
    <section className="save-bar" aria-label={t.unsaved}>
      <p className={problem ? 'field-error' : 'muted'} role={problem ? 'alert' : 'status'}>
        {problem ?? text}
      </p>
      <div className="row">
        <Button onPress={onDiscard} isDisabled={isPending}>
          {t.discard}
        </Button>
        <Button kind="primary" onPress={onSave} isPending={isPending} isDisabled={blocked !== null}>
          {t.save}
        </Button>
      </div>
    </section>
  )
}
