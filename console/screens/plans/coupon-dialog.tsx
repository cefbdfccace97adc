import { useState } from 'react'
import { EditDialog, useItemWrite, useSavedToast } from '../../features/edit-dialog'
import { changedFields } from '../../lib/json'
import { editTexts } from '../../texts/english/edit'
import { couponTexts } from '../../texts/english/plans'
import { useTexts } from '../../texts/texts'
import { Checkbox, RadioGroup } from '../../ui/choices'
import { TextField } from '../../ui/fields'
import { CodeBlock } from '../../ui/page'
import { couponChanges, couponForm, couponItem, couponProblem, durations } from './coupon-rules'
import type { Coupon, CouponForm } from './coupon-rules'
import { buyButton } from './markup'
import type { Plan } from './plan-rules'
import { usePriceTexts } from './price-text'

interface CouponDialogProps {
  /** Null: a new one. */
  coupon: Coupon | null
  plans: readonly Plan[]
  version: number
  onClose: () => void
}

export function CouponDialog({ coupon, plans, version, onClose }: CouponDialogProps) {
  const t = useTexts(couponTexts)
  const { yes, no } = useTexts(editTexts)
  const savedToast = useSavedToast()
  // As it was when the dialog opened.
  const [seen] = useState({ version, form: couponForm(coupon) })
  const [form, setForm] = useState<CouponForm>(seen.form)
  const onChange = (change: Partial<CouponForm>) => setForm({ ...form, ...change })
  const id = coupon?.id ?? null
  const write = useItemWrite('coupons', seen.version, () => {
    savedToast()
    onClose()
  })
  const problem = couponProblem(form)
  const toSave = () => (id === null ? couponItem(form) : changedFields(couponItem(seen.form), couponItem(form)))
  const prices = plans.flatMap((plan) => plan.prices)
  const priceId = form.prices[0] ?? prices.find(({ isOpen }) => isOpen)?.id
  return (
    <EditDialog
      name={id}
      title={id === null ? t.addTitle : t.editTitle({ name: id })}
      action={t.add}
      changes={couponChanges(seen.form, form, { ...t, yes, no })}
      problem={problem && t[problem]}
      write={write}
      onSave={() => write.save(id, toSave())}
      onKeep={() => id !== null && write.keep(id, toSave())}
      onClose={onClose}
    >
      <CouponInputs isNew={id === null} form={form} plans={plans} onChange={onChange} />
      {id !== null && priceId && <CodeBlock label={t.markup} code={buyButton(priceId, t.buy, id)} />}
    </EditDialog>
  )
}

interface CouponInputsProps extends CouponScopeProps {
  /** Its code never changes later. */
  isNew: boolean
}

function CouponInputs({ isNew, form, plans, onChange }: CouponInputsProps) {
  const t = useTexts(couponTexts)
  return (
    <>
      {isNew && (
        <TextField
          label={t.code}
          hint={t.codeHint}
          isRequired
          autoComplete="off"
          maxLength={100}
          value={form.id}
          onChange={(code) => onChange({ id: code })}
        />
      )}
      <TextField
        label={t.percent}
        isRequired
        inputMode="decimal"
        autoComplete="off"
        value={form.percentOff}
        onChange={(percentOff) => onChange({ percentOff })}
      />
      <CouponScope form={form} plans={plans} onChange={onChange} />
      <Checkbox isSelected={form.isOn} onChange={(isOn) => onChange({ isOn })}>
        {t.onText}
      </Checkbox>
    </>
  )
}

interface CouponScopeProps {
  form: CouponForm
  plans: readonly Plan[]
  onChange: (change: Partial<CouponForm>) => void
}

/** Which payments it reduces: of all prices or of some. */
function CouponScope({ form, plans, onChange }: CouponScopeProps) {
  const t = useTexts(couponTexts)
  const { lineOf } = usePriceTexts()
  const toggle = (id: string, isOn: boolean) =>
    onChange({ prices: isOn ? [...form.prices, id] : form.prices.filter((one) => one !== id) })
  return (
    <>
      <RadioGroup
        label={t.duration}
        options={durations.map((value) => ({ value, label: t[value] }))}
        value={form.duration}
        onChange={(duration) => onChange({ duration })}
      />
      <RadioGroup
        label={t.prices}
        options={[
          { value: 'all', label: t.allPrices },
          { value: 'some', label: t.chosenPrices },
        ]}
        value={form.hasPrices ? 'some' : 'all'}
        onChange={(choice) => onChange({ hasPrices: choice === 'some' })}
      />
      {form.hasPrices && (
        <fieldset className="stack-s">
          <legend className="visually-hidden">{t.chosenPrices}</legend>
          {plans.flatMap((plan) =>
            plan.prices.map((price) => (
              <Checkbox
                key={price.id}
                isSelected={form.prices.includes(price.id)}
                onChange={(isOn) => toggle(price.id, isOn)}
              >
                {plan.name} · {lineOf(price)}
              </Checkbox>
            )),
          )}
        </fieldset>
      )}
    </>
  )
}
