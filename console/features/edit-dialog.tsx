import { useState } from 'react'
import type { ReactNode } from 'react'
import type { DefinitionPart } from '../../contract/admin/rights'
import type { CallInput } from '../data/client'
import { useRead, useWrite } from '../data/queries'
import type { Expected } from '../data/queries'
import type { Failure } from '../lib/failure'
import { listOf } from '../lib/json'
import type { Json } from '../lib/json'
import { editTexts } from '../texts/english/edit'
import { useTexts } from '../texts/texts'
import { Button } from '../ui/button'
import { Dialog, FormDialog } from '../ui/dialog'
import { Notice } from '../ui/page'
import { Conflict, ErrorLine } from '../ui/states'
import { showToast } from '../ui/toast'
import './edit-dialog.css'

/** Reads that show items of the definition. */
const READS = ['getDefinition', 'listPlans'] as const

/** Definition of the app with its version. */
export const useDefinition = () => useRead('getDefinition', {})

export interface ItemWrite {
  /** @param id null: a new item */
  save: (id: string | null, fields: Json) => void
  /** Saves over what someone else changed. */
  keep: (id: string, fields: Json) => void
  isPending: boolean
  failure: Failure | null
  clear: () => void
}

/**
 * Adds or changes an item.
 * @param version of the definition that the person has seen
 * @param onDone gets the item's ID, which is a new one for a copied price
 */
export function useItemWrite(part: DefinitionPart, version: number, onDone: (id: string) => void): ItemWrite {
  const done = ({ id }: { id: string }) => onDone(id)
  const shown = expectedOf(part)
  const options = { changes: READS, onDone: done, ...(shown && { expects: shown }) }
  const add = useWrite('addDefinitionItem', { changes: READS, onDone: done })
  const change = useWrite('changeDefinitionItem', { ...options, ifMatch: String(version) })
  const force = useWrite('changeDefinitionItem', options)
  const writes = [add, change, force]
  const clear = () => {
    for (const write of writes) write.reset()
  }
  return {
    save(id, fields) {
      clear()
      if (id === null) add.mutate({ part, item: fields })
      else change.mutate({ part, item: id, changes: fields })
    },
    keep(id, fields) {
      clear()
      force.mutate({ part, item: id, changes: fields })
    },
    isPending: writes.some(({ isPending }) => isPending),
    failure: writes.map(({ error }) => error).find((error) => error !== null) ?? null,
    clear,
  }
}

/** What shows before the server answers, and is set back by a refusal. Prices, limits and who sees a field wait. */
const shownAtOnce: Partial<Record<DefinitionPart, { list: string; id: string; only: readonly string[] }>> = {
  fields: { list: 'customFields', id: 'key', only: ['label', 'type', 'options'] },
  plans: { list: 'plans', id: 'id', only: ['name', 'description'] },
}

function expectedOf(part: DefinitionPart): Expected<CallInput<'changeDefinitionItem'>> | null {
  const shown = shownAtOnce[part]
  if (!shown) return null
  const { list, id, only } = shown
  return {
    of: 'getDefinition',
    input: {},
    apply(data: { definition: Json }, { item, changes }) {
      const fields = Object.entries(changes).filter(([field]) => only.includes(field))
      const items = listOf(data.definition[list]).map((one) =>
        one[id] === item ? { ...one, ...Object.fromEntries(fields) } : one,
      )
      return { ...data, definition: { ...data.definition, [list]: items } }
    },
  }
}

export interface ChangeLine {
  label: string
  before: string
  after: string
}

/** The lines whose two sides differ. */
export const differing = (lines: readonly ChangeLine[]): ChangeLine[] =>
  lines.filter(({ before, after }) => before !== after)

/** The changes of a save: old and new values below each other. */
export function ChangeList({ changes }: { changes: readonly ChangeLine[] }) {
  const t = useTexts(editTexts)
  return (
    <dl className="change-list">
      {changes.map(({ label, before, after }) => (
        <div key={label} className="change">
          <dt>{label}</dt>
          <dd>
            <span className="visually-hidden">{t.before}: </span>
            {before ? <s>{before}</s> : t.none}
          </dd>
          <dd>
            <span className="visually-hidden">{t.after}: </span>
            {after || t.none}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export interface EditDialogProps {
  /** Null: the item is new, and nothing is compared. */
  name: string | null
  title: string
  /** Label of the button for a new item. */
  action: string
  changes: readonly ChangeLine[]
  /** Why it can't be saved as it is. */
  problem: string | null
  /** Above the changes: what the save means for members. */
  note?: ReactNode
  write: ItemWrite
  onSave: () => void
  /** Saves over the change of someone else. */
  onKeep: () => void
  onClose: () => void
  children: ReactNode
}

/** A form whose changes are shown before they are saved. What was typed survives a failed save. */
export function EditDialog(props: EditDialogProps) {
  const { name, title, action, changes, problem, write, onSave, onClose, children } = props
  const t = useTexts(editTexts)
  const [isReviewing, setReviewing] = useState(false)
  const [isTried, setTried] = useState(false)
  if (isReviewing && name !== null) return <Review {...props} name={name} onBack={() => setReviewing(false)} />
  const submit = () => {
    setTried(true)
    if (problem !== null) return
    if (name === null) onSave()
    else setReviewing(true)
  }
  return (
    <FormDialog
      isOpen
      isModal
      onClose={onClose}
      title={title}
      action={name === null ? action : t.review}
      isPending={write.isPending}
      isDisabled={name !== null && changes.length === 0}
      error={(isTried ? problem : null) ?? write.failure}
      onSubmit={submit}
    >
      {children}
    </FormDialog>
  )
}

interface ReviewProps extends Pick<EditDialogProps, 'changes' | 'note' | 'write' | 'onSave' | 'onKeep' | 'onClose'> {
  name: string
  /** Null: no form to go back to. */
  onBack: (() => void) | null
}

/** The last step before a save. */
export function Review({ name, changes, note, write, onSave, onKeep, onClose, onBack }: ReviewProps) {
  const t = useTexts(editTexts)
  const { failure, isPending } = write
  const isConflict = failure?.code === 'definition-changed'
  return (
    <Dialog
      isOpen
      isModal
      title={t.reviewTitle({ name })}
      onClose={onClose}
      actions={
        <>
          <Button
            onPress={() => {
              write.clear()
              if (onBack) onBack()
              else onClose()
            }}
          >
            {t.back}
          </Button>
          <Button kind="primary" isPending={isPending} onPress={onSave}>
            {t.save}
          </Button>
        </>
      }
    >
      {note && <Notice tone="warn">{note}</Notice>}
      <ChangeList changes={changes} />
      {failure && isConflict && <Conflict failure={failure} onReload={onClose} onKeep={onKeep} />}
      {failure && !isConflict && <ErrorLine text={failure.message} />}
    </Dialog>
  )
}

/** Says that it is saved. */
export function useSavedToast(): () => void {
  const t = useTexts(editTexts)
  return () => showToast(t.saved)
}
