import { useState } from 'react'
import { EditDialog, useItemWrite, useSavedToast } from '../../features/edit-dialog'
import { changedFields } from '../../lib/json'
import { plansTexts } from '../../texts/english/plans'
import { useLocale, useTexts } from '../../texts/texts'
import { Select, TextField } from '../../ui/fields'
import { showToast } from '../../ui/toast'
import type { Plan } from './plan-rules'
import { currencies, intervals, isCopied, priceChanges, priceForm, priceItem, priceProblem } from './price-rules'
import type { Price, PriceForm } from './price-rules'
import { usePriceTexts } from './price-text'

interface PriceDialogProps {
  plan: Plan
  /** Null: a new one. */
  price: Price | null
  /** Of the app's other prices. */
  currency: string
  version: number
  onClose: () => void
}

export function PriceDialog({ plan, price, currency, version, onClose }: PriceDialogProps) {
  const t = useTexts(plansTexts)
  const { names, lineOf } = usePriceTexts()
  const savedToast = useSavedToast()
  // As it was when the dialog opened.
  const [seen] = useState({ version, form: priceForm(price, currency) })
  const [form, setForm] = useState<PriceForm>(seen.form)
  const id = price?.id ?? null
  const write = useItemWrite('prices', seen.version, (savedId) => {
    if (id === null) showToast(t.added({ name: form.name.trim() }))
    else if (savedId === id) savedToast()
    else showToast(t.copied({ id: savedId }))
    onClose()
  })
  const problem = priceProblem(form)
  const toSave = () =>
    id === null ? { ...priceItem(form), planId: plan.id } : changedFields(priceItem(seen.form), priceItem(form))
  const isNewCopy = price !== null && problem === null && isCopied(seen.form, form)
  return (
    <EditDialog
      name={price?.name ?? null}
      title={price ? t.editPrice({ name: price.name }) : t.newPrice({ name: plan.name })}
      action={t.addPrice}
      changes={priceChanges(seen.form, form, names)}
      problem={problem && t[problem]}
      note={isNewCopy ? t.soldNote({ id: price.id, old: lineOf(price), now: names.lineOf(form) }) : null}
      write={write}
      onSave={() => write.save(id, toSave())}
      onKeep={() => id !== null && write.keep(id, toSave())}
      onClose={onClose}
    >
      <PriceInputs form={form} onChange={(change) => setForm({ ...form, ...change })} />
    </EditDialog>
  )
}

interface PriceInputsProps {
  form: PriceForm
  onChange: (change: Partial<PriceForm>) => void
}

export function PriceInputs({ form, onChange }: PriceInputsProps) {
  const t = useTexts(plansTexts)
  return (
    <>
      <TextField
        label={t.name}
        hint={t.priceNameHint}
        isRequired
        maxLength={200}
        value={form.name}
        onChange={(name) => onChange({ name })}
      />
      <div className="form-pair">
        <TextField
          label={t.amount}
          isRequired
          inputMode="decimal"
          autoComplete="off"
          value={form.amount}
          onChange={(amount) => onChange({ amount })}
        />
        <CurrencySelect value={form.currency} onChange={(currency) => onChange({ currency })} />
      </div>
      <IntervalInputs form={form} onChange={onChange} />
    </>
  )
}

/** How often it is paid, and the trial of a price that repeats. */
function IntervalInputs({ form, onChange }: PriceInputsProps) {
  const t = useTexts(plansTexts)
  const names = { ONETIME: t.intervalONETIME, MONTHLY: t.intervalMONTHLY, YEARLY: t.intervalYEARLY }
  const repeats = form.interval !== 'ONETIME'
  return (
    <>
      <div className="form-pair">
        <Select
          label={t.interval}
          options={intervals.map((value) => ({ value, label: names[value] }))}
          value={form.interval}
          onChange={(interval) => onChange({ interval })}
        />
        {repeats && (
          <TextField
            label={t.every}
            inputMode="numeric"
            autoComplete="off"
            value={form.every}
            onChange={(every) => onChange({ every })}
          />
        )}
      </div>
      {repeats && (
        <TextField
          label={t.trialLabel}
          hint={t.trialHint}
          inputMode="numeric"
          autoComplete="off"
          value={form.trialDays}
          onChange={(trialDays) => onChange({ trialDays })}
        />
      )}
    </>
  )
}

function CurrencySelect({ value, onChange }: { value: string; onChange: (currency: string) => void }) {
  const t = useTexts(plansTexts)
  const locale = useLocale()
  const [options] = useState(() => {
    const names = new Intl.DisplayNames([locale], { type: 'currency' })
    return currencies().map((code) => {
      const text = names.of(code.toUpperCase())
      return text ? { value: code, label: code.toUpperCase(), hint: text } : { value: code, label: code.toUpperCase() }
    })
  })
  return <Select label={t.currency} options={options} value={value} onChange={onChange} />
}
