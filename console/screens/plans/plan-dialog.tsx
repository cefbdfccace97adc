import { useState } from 'react'
import { EditDialog, useItemWrite, useSavedToast } from '../../features/edit-dialog'
import { changedFields } from '../../lib/json'
import { editTexts } from '../../texts/english/edit'
import { plansTexts } from '../../texts/english/plans'
import { useTexts } from '../../texts/texts'
import { Checkbox, RadioGroup } from '../../ui/choices'
import { TextField } from '../../ui/fields'
import { showToast } from '../../ui/toast'
import { planChanges, planForm, planItem, planProblem } from './plan-rules'
import type { Plan, PlanForm } from './plan-rules'
import { PriceInputs } from './price-dialog'
import { newPriceId, priceForm, priceItem, priceProblem } from './price-rules'
import type { PriceForm } from './price-rules'

interface NewPlanDialogProps {
  currency: string
  version: number
  onClose: () => void
  /** Gets the ID of the plan. */
  onAdded: (id: string) => void
}

/** A plan and, if it is paid, its first price in one step. */
export function NewPlanDialog({ currency, version, onClose, onAdded }: NewPlanDialogProps) {
  const t = useTexts(plansTexts)
  const [plan, setPlan] = useState<PlanForm>(planForm(null))
  const [price, setPrice] = useState<PriceForm>(priceForm(null, currency))
  const [offer, setOffer] = useState<'free' | 'paid'>('free')
  const write = useItemWrite('plans', version, (id) => {
    showToast(t.added({ name: plan.name.trim() }))
    onAdded(id)
  })
  const named = price.name.trim() === '' ? { ...price, name: plan.name } : price
  const problem = planProblem(plan) ?? (offer === 'paid' ? priceProblem(named) : null)
  const toSave = () => ({
    ...planItem(plan),
    ...(offer === 'paid' && { prices: [{ ...priceItem(named), id: newPriceId() }] }),
  })
  return (
    <EditDialog
      name={null}
      title={t.newPlan}
      action={t.addPlan}
      changes={[]}
      problem={problem && t[problem]}
      write={write}
      onSave={() => write.save(null, toSave())}
      onKeep={() => undefined}
      onClose={onClose}
    >
      <NameInputs form={plan} onChange={(change) => setPlan({ ...plan, ...change })} />
      <RadioGroup
        label={t.offer}
        options={[
          { value: 'free', label: t.offerFree },
          { value: 'paid', label: t.offerPaid },
        ]}
        value={offer}
        onChange={setOffer}
      />
      {offer === 'paid' && <PriceInputs form={named} onChange={(change) => setPrice({ ...price, ...change })} />}
    </EditDialog>
  )
}

interface PlanDialogProps {
  plan: Plan
  version: number
  onClose: () => void
}

export function PlanDialog({ plan, version, onClose }: PlanDialogProps) {
  const t = useTexts(plansTexts)
  const { yes, no } = useTexts(editTexts)
  const savedToast = useSavedToast()
  // As it was when the dialog opened.
  const [seen] = useState({ version, form: planForm(plan) })
  const [form, setForm] = useState<PlanForm>(seen.form)
  const onChange = (change: Partial<PlanForm>) => setForm({ ...form, ...change })
  const write = useItemWrite('plans', seen.version, () => {
    savedToast()
    onClose()
  })
  const problem = planProblem(form)
  const toSave = () => changedFields(planItem(seen.form), planItem(form))
  return (
    <EditDialog
      name={plan.name}
      title={t.editPlanTitle({ name: plan.name })}
      action={t.edit}
      changes={planChanges(seen.form, form, { ...t, yes, no })}
      problem={problem && t[problem]}
      write={write}
      onSave={() => write.save(plan.id, toSave())}
      onKeep={() => write.keep(plan.id, toSave())}
      onClose={onClose}
    >
      <NameInputs form={form} onChange={onChange} />
      <LimitInputs form={form} onChange={onChange} />
      <TeamInputs form={form} onChange={onChange} />
    </EditDialog>
  )
}

interface InputsProps {
  form: PlanForm
  onChange: (change: Partial<PlanForm>) => void
}

function NameInputs({ form, onChange }: InputsProps) {
  const t = useTexts(plansTexts)
  return (
    <>
      <TextField label={t.name} isRequired maxLength={200} value={form.name} onChange={(name) => onChange({ name })} />
      <TextField
        label={t.description}
        hint={t.descriptionHint}
        rows={2}
        maxLength={1_000}
        value={form.description}
        onChange={(description) => onChange({ description })}
      />
    </>
  )
}

function LimitInputs({ form, onChange }: InputsProps) {
  const t = useTexts(plansTexts)
  return (
    <>
      <Checkbox isSelected={form.restrictedToAdmin} onChange={(restrictedToAdmin) => onChange({ restrictedToAdmin })}>
        {t.ownerOnlyText}
      </Checkbox>
      <TextField
        label={t.memberLimit}
        hint={t.limitHint}
        inputMode="numeric"
        autoComplete="off"
        value={form.memberLimit}
        onChange={(memberLimit) => onChange({ memberLimit })}
      />
      <TextField
        label={t.priority}
        hint={t.priorityHint}
        inputMode="numeric"
        autoComplete="off"
        value={form.priority}
        onChange={(priority) => onChange({ priority })}
      />
    </>
  )
}

function TeamInputs({ form, onChange }: InputsProps) {
  const t = useTexts(plansTexts)
  return (
    <>
      <Checkbox isSelected={form.hasTeam} onChange={(hasTeam) => onChange({ hasTeam })}>
        {t.hasTeam}
      </Checkbox>
      {form.hasTeam && (
        <>
          <TextField
            label={t.seats}
            hint={t.seatsHint}
            isRequired
            inputMode="numeric"
            autoComplete="off"
            value={form.seats}
            onChange={(seats) => onChange({ seats })}
          />
          <TextField
            label={t.inviteLink}
            hint={t.pathHint}
            isRequired
            value={form.inviteSignupLink}
            onChange={(inviteSignupLink) => onChange({ inviteSignupLink })}
          />
          <TextField
            label={t.upgradeLink}
            hint={t.pathHint}
            value={form.upgradeLink}
            onChange={(upgradeLink) => onChange({ upgradeLink })}
          />
        </>
      )}
    </>
  )
}
