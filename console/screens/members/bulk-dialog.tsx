import { useState } from 'react'
import { JOB_DELETE_UNTYPED_MAX } from '../../../contract/limits'
import type { Job, JobAction, JobKind } from '../../../contract/admin/schemas/jobs'
import type { CallInput } from '../../data/client'
import { useRead, useWrite } from '../../data/queries'
import type { Failure } from '../../lib/failure'
import { membersTexts } from '../../texts/english/members'
import { useTexts } from '../../texts/texts'
import { Button } from '../../ui/button'
import { ConfirmDialog, FormDialog } from '../../ui/dialog'
import { Select } from '../../ui/fields'
import { Notice } from '../../ui/page'
import type { MemberDefinition } from './definition'
import { FieldInput, toFieldValue } from './field-input'

export type BulkKind = JobKind

type Selection = CallInput<'addJob'>['selection']

interface BulkDialogProps {
  kind: BulkKind
  /** With the number that the person sees and confirms. */
  selection: Selection
  isCounting: boolean
  onCountAgain: () => void
  definition: MemberDefinition
  onStarted: (job: Job) => void
  onClose: () => void
}

const startOptions = (onStarted: BulkDialogProps['onStarted'], onClose: () => void) => ({
  changes: ['listJobs'] as const,
  onDone: (job: Job) => {
    onStarted(job)
    onClose()
  },
})

/** Confirms a job: what happens to how many. */
export function BulkDialog(props: BulkDialogProps) {
  if (props.kind === 'delete') return <DeleteDialog {...props} />
  if (props.kind === 'export') return <ExportDialog {...props} />
  return <ChangeDialog {...props} kind={props.kind} />
}

interface SelectionChangedProps {
  write: { error: Failure | null; reset: () => void }
  onCountAgain: () => void
}

/** The 409 of a selection: the person sees the new number and confirms again. */
function SelectionChanged({ write, onCountAgain }: SelectionChangedProps) {
  const t = useTexts(membersTexts)
  if (write.error?.code !== 'selection-changed') return null
  const countAgain = () => {
    write.reset()
    onCountAgain()
  }
  return (
    <Notice tone="warn" isAlert>
      <h3>{t.changedTitle}</h3>
      <p>{write.error.message}</p>
      <Button onPress={countAgain}>{t.showCount}</Button>
    </Notice>
  )
}

const sentence = (failure: Failure | null) => (failure?.code === 'selection-changed' ? null : failure?.message)

function DeleteDialog({ selection, isCounting, onCountAgain, onStarted, onClose }: BulkDialogProps) {
  const t = useTexts(membersTexts)
  const remove = useWrite('addDeleteJob', startOptions(onStarted, onClose))
  const { count } = selection
  const word = String(count)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.deleteTitle(count)}
      action={t.remove}
      isFinal={false}
      isPending={remove.isPending || isCounting}
      error={sentence(remove.error)}
      lost={[t.lostMembers(count), t.lostPlans, t.lostRecords]}
      {...(count > JOB_DELETE_UNTYPED_MAX && { word })}
      onSubmit={() => remove.mutate({ selection, typedCount: word })}
      text={
        <>
          {t.deleteText}
          <SelectionChanged write={remove} onCountAgain={onCountAgain} />
        </>
      }
    />
  )
}

function ExportDialog({ selection, isCounting, onCountAgain, onStarted, onClose }: BulkDialogProps) {
  const t = useTexts(membersTexts)
  const write = useWrite('addExportJob', startOptions(onStarted, onClose))
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={t.exportTitle(selection.count)}
      action={t.exportCsv}
      isPending={write.isPending || isCounting}
      error={sentence(write.error)}
      onSubmit={() => write.mutate({ selection })}
    >
      <p>{t.exportText}</p>
      <SelectionChanged write={write} onCountAgain={onCountAgain} />
    </FormDialog>
  )
}

type ChangeKind = JobAction['kind']

function useChangeTexts(kind: ChangeKind, count: number) {
  const t = useTexts(membersTexts)
  const words: Record<ChangeKind, { title: string; text: string; action: string }> = {
    'add-plan': { title: t.addPlanTitle(count), text: t.planText, action: t.addPlan },
    'remove-plan': { title: t.removePlanTitle(count), text: t.planText, action: t.removePlan },
    'set-field': { title: t.setFieldTitle(count), text: t.fieldText, action: t.setField },
    verify: { title: t.verifyTitle(count), text: t.verifyText, action: t.verify },
    'end-sessions': { title: t.endSessionsTitle(count), text: t.endSessionsText, action: t.endSessions },
    suspend: { title: t.suspendTitle(count), text: t.suspendText, action: t.suspend },
    unsuspend: { title: t.unsuspendTitle(count), text: t.unsuspendText, action: t.unsuspend },
  }
  return words[kind]
}

function ChangeDialog(props: BulkDialogProps & { kind: ChangeKind }) {
  const { kind, selection, isCounting, onCountAgain, definition, onStarted, onClose } = props
  const t = useTexts(membersTexts)
  const words = useChangeTexts(kind, selection.count)
  const [action, setAction] = useState<JobAction | null>(
    kind === 'add-plan' || kind === 'remove-plan' || kind === 'set-field' ? null : { kind },
  )
  const write = useWrite('addJob', startOptions(onStarted, onClose))
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={words.title}
      action={words.action}
      isPending={write.isPending || isCounting}
      isDisabled={action === null}
      error={sentence(write.error)}
      onSubmit={() => action && write.mutate({ action, selection })}
    >
      <p>{words.text}</p>
      {(kind === 'add-plan' || kind === 'remove-plan') && <PlanChoice kind={kind} onAction={setAction} />}
      {kind === 'set-field' && <FieldChoice definition={definition} onAction={setAction} />}
      <p className="muted">{t.startIn}</p>
      <SelectionChanged write={write} onCountAgain={onCountAgain} />
    </FormDialog>
  )
}

interface ChoiceProps {
  onAction: (action: JobAction) => void
}

function PlanChoice({ kind, onAction }: ChoiceProps & { kind: 'add-plan' | 'remove-plan' }) {
  const t = useTexts(membersTexts)
  const [planId, setPlanId] = useState<string | null>(null)
  const { data } = useRead('listPlans', {})
  const free = data?.data.filter(({ prices }) => prices.length === 0) ?? []
  if (data && free.length === 0) return <Notice>{t.noPlans}</Notice>
  return (
    <Select
      label={t.plan}
      options={free.map(({ id, name }) => ({ value: id, label: name }))}
      value={planId}
      onChange={(id) => {
        setPlanId(id)
        onAction({ kind, planId: id })
      }}
    />
  )
}

function FieldChoice({ definition, onAction }: ChoiceProps & { definition: MemberDefinition }) {
  const t = useTexts(membersTexts)
  const [key, setKey] = useState<string | null>(null)
  const [value, setValue] = useState<string | boolean>('')
  const field = definition.fields.find((one) => one.key === key)
  const choose = (chosen: string, typed: string | boolean) => {
    const named = definition.fields.find((one) => one.key === chosen)
    setKey(chosen)
    setValue(typed)
    if (named) onAction({ kind: 'set-field', key: chosen, value: toFieldValue(named, typed) })
  }
  return (
    <>
      <Select
        label={t.field}
        options={definition.fields.map((one) => ({ value: one.key, label: one.label }))}
        value={key}
        onChange={(chosen) => choose(chosen, '')}
      />
      {field && (
        <FieldInput field={{ ...field, label: t.value }} value={value} onChange={(typed) => choose(field.key, typed)} />
      )}
      {field && field.type !== 'checkbox' && <p className="muted">{t.emptyValue}</p>}
    </>
  )
}
