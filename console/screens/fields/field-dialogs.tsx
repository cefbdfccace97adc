import { useState } from 'react'
import { FILTERABLE_FIELDS_MAX } from '../../../contract/limits'
import type { Mode } from '../../data/client'
import { useRead, useWrite } from '../../data/queries'
import { EditDialog, useItemWrite, useSavedToast } from '../../features/edit-dialog'
import { changedFields } from '../../lib/json'
import { editTexts } from '../../texts/english/edit'
import { fieldsTexts } from '../../texts/english/fields'
import { useTexts } from '../../texts/texts'
import { Checkbox, RadioGroup } from '../../ui/choices'
import { ConfirmDialog } from '../../ui/dialog'
import { Select, TextField } from '../../ui/fields'
import { CodeBlock } from '../../ui/page'
import { showToast } from '../../ui/toast'
import { changesOf, fieldTypes, markupOf, mayFilter, newField, problemOf, toItem, visibilities } from './field-form'
import type { Field, FieldForm, FieldNames } from './field-form'

/** Types and visibilities in words. */
export function useFieldNames(): FieldNames {
  const t = useTexts(fieldsTexts)
  const { yes, no } = useTexts(editTexts)
  return {
    ...t,
    yes,
    no,
    types: t,
    visibilities: { PRIVATE: t.visibilityPRIVATE, MEMBERS: t.visibilityMEMBERS, PUBLIC: t.visibilityPUBLIC },
  }
}

/** Lines such as `12 live members have a value`; null while they are counted. */
function useFieldUse(key: string | null): string[] | null {
  const t = useTexts(fieldsTexts)
  const isEnabled = key !== null
  const test = useUseIn('test', key ?? '', isEnabled)
  const live = useUseIn('live', key ?? '', isEnabled)
  if (test.error || live.error) return [t.valuesUnknown]
  if (!test.data || !live.data) return null
  return [t.valuesLive(live.data.data.members), t.valuesTest(test.data.data.members)]
}

const useUseIn = (mode: Mode, item: string, isEnabled: boolean) => useRead('getFieldUse', { item }, { isEnabled, mode })

interface FieldDialogProps {
  /** Null: a new one. */
  field: Field | null
  fields: readonly Field[]
  version: number
  onClose: () => void
}

export function FieldDialog({ field, fields, version, onClose }: FieldDialogProps) {
  const t = useTexts(fieldsTexts)
  const names = useFieldNames()
  const savedToast = useSavedToast()
  // As it was when the dialog opened: a reload in the background changes neither the form nor the version.
  const [seen] = useState({ version, form: field ?? newField })
  const [form, setForm] = useState<FieldForm>(seen.form)
  const write = useItemWrite('fields', seen.version, () => {
    savedToast()
    onClose()
  })
  const key = field?.key ?? null
  const problem = problemOf(form)
  const fieldsToSave = () => (key === null ? toItem(form) : changedFields(toItem(seen.form), toItem(form)))
  return (
    <EditDialog
      name={field?.label ?? null}
      title={field ? t.editTitle({ name: field.label }) : t.addTitle}
      action={t.add}
      changes={changesOf(seen.form, form, names)}
      problem={problem && t[problem]}
      write={write}
      onSave={() => write.save(key, fieldsToSave())}
      onKeep={() => key !== null && write.keep(key, fieldsToSave())}
      onClose={onClose}
    >
      <FieldInputs
        form={form}
        isNew={key === null}
        isFilterFull={!mayFilter(fields, key ?? '')}
        onChange={(change) => setForm({ ...form, ...change })}
      />
      {field && <FieldFacts field={field} />}
    </EditDialog>
  )
}

interface FieldInputsProps {
  form: FieldForm
  isNew: boolean
  isFilterFull: boolean
  onChange: (change: Partial<FieldForm>) => void
}

function FieldInputs({ form, isNew, isFilterFull, onChange }: FieldInputsProps) {
  const t = useTexts(fieldsTexts)
  const names = useFieldNames()
  return (
    <>
      <TextField
        label={t.label}
        hint={t.labelHint}
        isRequired
        maxLength={200}
        value={form.label}
        onChange={(label) => onChange({ label })}
      />
      {isNew && (
        <TextField
          label={t.key}
          hint={t.keyHint}
          autoComplete="off"
          maxLength={100}
          value={form.key}
          onChange={(key) => onChange({ key })}
        />
      )}
      <Select
        label={t.type}
        options={fieldTypes.map((value) => ({ value, label: names.types[value] }))}
        value={form.type}
        onChange={(type) => onChange({ type })}
      />
      {form.type === 'select' && (
        <TextField
          label={t.options}
          hint={t.optionsHint}
          rows={4}
          value={form.options}
          onChange={(options) => onChange({ options })}
        />
      )}
      <RadioGroup
        label={t.visibility}
        options={visibilities.map((value) => ({ value, label: names.visibilities[value] }))}
        value={form.visibility}
        onChange={(visibility) => onChange({ visibility })}
      />
      <FieldFlags form={form} isFilterFull={isFilterFull} onChange={onChange} />
    </>
  )
}

function FieldFlags({ form, isFilterFull, onChange }: Omit<FieldInputsProps, 'isNew'>) {
  const t = useTexts(fieldsTexts)
  const max = String(FILTERABLE_FIELDS_MAX)
  return (
    <div className="stack-s">
      <Checkbox isSelected={form.required} onChange={(required) => onChange({ required })}>
        {t.requiredText}
      </Checkbox>
      <Checkbox isSelected={form.hidden} onChange={(hidden) => onChange({ hidden })}>
        {t.hiddenText}
      </Checkbox>
      <Checkbox isSelected={form.restrictToAdmin} onChange={(restrictToAdmin) => onChange({ restrictToAdmin })}>
        {t.ownerOnlyText}
      </Checkbox>
      <Checkbox
        isSelected={form.filterable}
        isDisabled={isFilterFull && !form.filterable}
        onChange={(filterable) => onChange({ filterable })}
      >
        {t.filterableText}
      </Checkbox>
      {isFilterFull && !form.filterable && <p className="field-hint">{t.filterableFull({ max })}</p>}
    </div>
  )
}

function FieldFacts({ field }: { field: Field }) {
  const t = useTexts(fieldsTexts)
  const use = useFieldUse(field.key)
  return (
    <>
      <CodeBlock label={t.markup} code={markupOf(field)} />
      <p className="muted" aria-live="polite">
        {(use ?? [t.counting]).join(' · ')}
      </p>
    </>
  )
}

interface RemoveFieldDialogProps {
  field: Field
  onClose: () => void
}

/** Works only after the members with a value are counted. */
export function RemoveFieldDialog({ field, onClose }: RemoveFieldDialogProps) {
  const t = useTexts(fieldsTexts)
  const { key, label: name } = field
  const use = useFieldUse(key)
  const remove = useWrite('removeDefinitionItem', {
    changes: ['getDefinition'],
    onDone: () => {
      showToast(t.removed({ name }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isFinal={false}
      onClose={onClose}
      title={t.removeTitle({ name })}
      text={t.removeText({ name })}
      lost={use ?? [t.counting]}
      action={t.remove}
      isPending={remove.isPending || use === null}
      error={remove.error}
      onSubmit={() => remove.mutate({ part: 'fields', item: key })}
    />
  )
}
