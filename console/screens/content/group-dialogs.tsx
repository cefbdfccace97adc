import { useState } from 'react'
import type { AdminEndpointName } from '../../../contract/admin/endpoints'
import { useWrite } from '../../data/queries'
import { contentTexts } from '../../texts/english/content'
import { useTexts } from '../../texts/texts'
import { Checkbox } from '../../ui/choices'
import { ConfirmDialog, Dialog, FormDialog } from '../../ui/dialog'
import { TextField } from '../../ui/fields'
import { Conflict } from '../../ui/states'
import { showToast } from '../../ui/toast'
import { textOf, toPath } from './groups'
import type { ContentState, Group } from './groups'
import { TouchedPages } from './tester'

const changes: readonly AdminEndpointName[] = ['getDefinition', 'listVersions']

interface GroupDialogProps {
  /** Null: a new one. */
  group: Group | null
  state: ContentState
  onClose: () => void
}

type Fields = Pick<Group, 'name' | 'redirect' | 'plans'>

const emptyGroup: Fields = { name: '', redirect: '/', plans: [] }

/** Adds or changes a group. The version is the one that was shown when the dialog opened. */
export function GroupDialog({ group, state, onClose }: GroupDialogProps) {
  const t = useTexts(contentTexts)
  const [typed, setTyped] = useState<Fields>(group ?? emptyGroup)
  const change = (part: Partial<Fields>) => setTyped({ ...typed, ...part })
  const { save, saveAnyway, saved } = useGroupSave(group, state, onClose)
  const path = toPath(typed.redirect)
  const after = group ? state.groups.map((one) => (one.key === group.key ? { ...one, ...typed } : one)) : null
  const { error } = saved
  return (
    <FormDialog
      isOpen
      isModal
      onClose={onClose}
      title={group ? t.editGroup({ name: group.name }) : t.newGroup}
      action={t.save}
      isPending={saved.isPending}
      isDisabled={typed.name.trim() === '' || path === null}
      error={error?.isConflict ? null : error?.message}
      onSubmit={() => path !== null && save({ ...typed, redirect: path })}
    >
      <TextField label={t.name} isRequired value={typed.name} onChange={(name) => change({ name })} />
      <PlanChoice plans={state.plans} chosen={typed.plans} onChange={(plans) => change({ plans })} />
      <TextField
        label={t.redirect}
        hint={t.redirectHint}
        isRequired
        value={typed.redirect}
        onChange={(redirect) => change({ redirect })}
        error={path === null && typed.redirect !== '' ? t.wrongPath : null}
      />
      {after && path !== null && <TouchedPages groups={state.groups} plans={state.plans} after={after} />}
      {error?.isConflict && path !== null && (
        <Conflict failure={error} onReload={onClose} onKeep={() => saveAnyway({ ...typed, redirect: path })} />
      )}
    </FormDialog>
  )
}

function useGroupSave(group: Group | null, { version }: ContentState, onClose: () => void) {
  const t = useTexts(contentTexts)
  const [ifMatch] = useState(version)
  const done = (name: string) => {
    showToast(t.groupSaved({ name }))
    onClose()
  }
  const onDone = (
    _: unknown,
    input: { item?: Record<string, unknown> | string; changes?: Record<string, unknown> },
  ) => {
    const fields = typeof input.item === 'object' ? input.item : input.changes
    done(textOf(fields?.['name']))
  }
  const add = useWrite('addDefinitionItem', { changes, onDone })
  const edit = useWrite('changeDefinitionItem', { changes, ifMatch, onDone })
  const force = useWrite('changeDefinitionItem', { changes, onDone })
  const toInput = (key: string, { name, redirect, plans }: Fields) => ({
    part: 'groups',
    item: key,
    changes: { name: name.trim(), redirect, plans },
  })
  return {
    saved: group ? (force.status === 'idle' ? edit : force) : add,
    save: (fields: Fields) => {
      if (group) edit.mutate(toInput(group.key, fields))
      else add.mutate({ part: 'groups', item: { ...fields, name: fields.name.trim(), urls: [] } })
    },
    saveAnyway: (fields: Fields) => group && force.mutate(toInput(group.key, fields)),
  }
}

interface PlanChoiceProps {
  plans: ContentState['plans']
  chosen: readonly string[]
  onChange: (ids: readonly string[]) => void
}

function PlanChoice({ plans, chosen, onChange }: PlanChoiceProps) {
  const t = useTexts(contentTexts)
  if (plans.length === 0) return <p className="muted">{t.noPlans}</p>
  return (
    <fieldset className="stack-s">
      <legend className="field-label">{t.plans}</legend>
      <p className="field-hint">{t.plansHint}</p>
      {plans.map(({ id, name }) => (
        <Checkbox
          key={id}
          isSelected={chosen.includes(id)}
          onChange={(isChosen) => onChange(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))}
        >
          {name}
        </Checkbox>
      ))}
    </fieldset>
  )
}

/** A group with hosted content stays: no one could open its content. */
export function RemoveGroupDialog({ group, state, onClose }: GroupDialogProps & { group: Group }) {
  const t = useTexts(contentTexts)
  const { key, name, urls } = group
  const [ifMatch] = useState(state.version)
  const pieces = state.contents.filter((piece) => piece.group === key).length
  const remove = useWrite('removeDefinitionItem', {
    changes,
    ifMatch,
    onDone: () => {
      showToast(t.groupRemoved({ name }))
      onClose()
    },
  })
  const after = state.groups.filter((one) => one.key !== key)
  if (pieces > 0)
    return (
      <Dialog isOpen onClose={onClose} title={t.removeGroup({ name })}>
        <p>{t.inUse(pieces)}</p>
      </Dialog>
    )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.removeGroup({ name })}
      text={t.removeGroupText}
      lost={urls.length > 0 ? [t.lostPages(urls.length)] : []}
      action={t.remove}
      isPending={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ part: 'groups', item: key })}
    >
      <TouchedPages groups={state.groups} plans={state.plans} after={after} />
    </ConfirmDialog>
  )
}
