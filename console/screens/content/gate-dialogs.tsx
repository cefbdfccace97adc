import { useState } from 'react'
import type { AdminEndpointName } from '../../../contract/admin/endpoints'
import { useWrite } from '../../data/queries'
import { contentTexts } from '../../texts/english/content'
import { useTexts } from '../../texts/texts'
import { RadioGroup } from '../../ui/choices'
import { ConfirmDialog, FormDialog } from '../../ui/dialog'
import { TextField } from '../../ui/fields'
import { Conflict } from '../../ui/states'
import { showToast } from '../../ui/toast'
import { gateId, textOf, toPath, withGate } from './groups'
import type { ContentState, Gate, Group } from './groups'
import { TouchedPages } from './tester'

const changes: readonly AdminEndpointName[] = ['getDefinition', 'listVersions']

interface GateDialogProps {
  group: Group
  /** Null: a new one. */
  gate: Gate | null
  state: ContentState
  onClose: () => void
}

/** Adds or changes a protected page, and lists the visited pages that the change touches. */
export function GateDialog({ group, gate, state, onClose }: GateDialogProps) {
  const t = useTexts(contentTexts)
  const [typed, setTyped] = useState<Gate>(gate ?? { url: '', filter: 'EQUALS' })
  const url = toPath(typed.url)
  const { save, saveAnyway, saved } = useGateSave({ group, gate, state, onClose })
  const { error } = saved
  return (
    <FormDialog
      isOpen
      isModal
      onClose={onClose}
      title={gate ? t.editGate({ path: gate.url }) : t.newGate({ name: group.name })}
      action={t.save}
      isPending={saved.isPending}
      isDisabled={url === null}
      error={error?.isConflict ? null : error?.message}
      onSubmit={() => url !== null && save({ ...typed, url })}
    >
      <TextField
        label={t.path}
        placeholder={t.testerPlaceholder}
        isRequired
        autoComplete="off"
        spellCheck="false"
        value={typed.url}
        onChange={(path) => setTyped({ ...typed, url: path })}
        error={url === null && typed.url !== '' ? t.wrongPath : null}
      />
      <RadioGroup
        label={t.scope}
        options={[
          { value: 'EQUALS', label: t.equals },
          { value: 'STARTS', label: t.starts, hint: t.startsHint },
        ]}
        value={typed.filter}
        onChange={(filter) => setTyped({ ...typed, filter })}
      />
      {url !== null && (
        <TouchedPages
          groups={state.groups}
          plans={state.plans}
          after={withGate(state.groups, group.key, { before: gate, after: { ...typed, url } })}
        />
      )}
      {error?.isConflict && url !== null && (
        <Conflict failure={error} onReload={onClose} {...(gate && { onKeep: () => saveAnyway({ ...typed, url }) })} />
      )}
    </FormDialog>
  )
}

function useGateSave({ group, gate, state, onClose }: GateDialogProps) {
  const t = useTexts(contentTexts)
  const [ifMatch] = useState(state.version)
  const onDone = ({ item }: { item: Record<string, unknown> | null }) => {
    showToast(t.gateSaved({ path: textOf(item?.['url']) }))
    onClose()
  }
  const add = useWrite('addDefinitionItem', { changes, onDone })
  const edit = useWrite('changeDefinitionItem', { changes, ifMatch, onDone })
  const force = useWrite('changeDefinitionItem', { changes, onDone })
  const toInput = (before: Gate, { url, filter }: Gate) => ({
    part: 'gates',
    item: gateId(group.key, before),
    changes: { url, filter },
  })
  return {
    saved: gate ? (force.status === 'idle' ? edit : force) : add,
    save: (typed: Gate) => {
      if (gate) edit.mutate(toInput(gate, typed))
      else add.mutate({ part: 'gates', item: { ...typed, group: group.key } })
    },
    saveAnyway: (typed: Gate) => gate && force.mutate(toInput(gate, typed)),
  }
}

export function RemoveGateDialog({ group, gate, state, onClose }: GateDialogProps & { gate: Gate }) {
  const t = useTexts(contentTexts)
  const [ifMatch] = useState(state.version)
  const remove = useWrite('removeDefinitionItem', {
    changes,
    ifMatch,
    onDone: () => {
      showToast(t.gateRemoved({ path: gate.url }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isFinal={false}
      onClose={onClose}
      title={t.removeGate({ path: gate.url })}
      text={t.removeGateText({ name: group.name })}
      action={t.remove}
      isPending={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ part: 'gates', item: gateId(group.key, gate) })}
    >
      <TouchedPages
        groups={state.groups}
        plans={state.plans}
        after={withGate(state.groups, group.key, { before: gate, after: null })}
      />
    </ConfirmDialog>
  )
}
