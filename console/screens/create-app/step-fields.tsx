import { createAppTexts } from '../../texts/english/create-app'
import { useTexts } from '../../texts/texts'
import { RadioGroup } from '../../ui/choices'
import { Select, TextField } from '../../ui/fields'
import { colors, currencies } from './new-app'
import type { NewApp, Problem, Step } from './new-app'

interface StepProps {
  app: NewApp
  problems: readonly Problem[]
  onChange: (change: Partial<NewApp>) => void
}

/** The fields of one question. */
export function StepFields({ step, ...props }: StepProps & { step: Step }) {
  if (step === 'site') return <SiteStep {...props} />
  if (step === 'offer') return <OfferStep {...props} />
  if (step === 'price') return <PriceStep {...props} />
  return step === 'logIn' ? <LogInStep {...props} /> : <LookStep {...props} />
}

function SiteStep({ app, problems, onChange }: StepProps) {
  const t = useTexts(createAppTexts)
  return (
    <>
      <TextField
        label={t.appName}
        hint={t.appNameHint}
        isRequired
        maxLength={100}
        autoComplete="organization"
        value={app.name}
        onChange={(name) => onChange({ name })}
      />
      <TextField
        label={t.siteAddress}
        hint={t.siteAddressHint}
        error={problems.includes('siteUrl') ? t.siteAddressError : null}
        isRequired
        inputMode="url"
        autoComplete="url"
        value={app.siteUrl}
        onChange={(siteUrl) => onChange({ siteUrl })}
      />
    </>
  )
}

function OfferStep({ app, onChange }: StepProps) {
  const t = useTexts(createAppTexts)
  return (
    <RadioGroup
      label={t.offer}
      isCards
      options={[
        { value: 'both', label: t.both, hint: t.bothHint },
        { value: 'paid', label: t.paid, hint: t.paidHint },
        { value: 'free', label: t.free, hint: t.freeHint },
      ]}
      value={app.offer}
      onChange={(offer) => onChange({ offer })}
    />
  )
}

function PriceStep({ app, problems, onChange }: StepProps) {
  const t = useTexts(createAppTexts)
  return (
    <>
      <TextField
        label={t.amount}
        hint={t.priceHint}
        error={problems.includes('amount') ? t.amountError : null}
        isRequired
        inputMode="decimal"
        placeholder="12.00"
        value={app.amount}
        onChange={(amount) => onChange({ amount })}
      />
      <Select
        label={t.currency}
        options={currencies.map((value) => ({ value, label: value.toUpperCase() }))}
        value={app.currency}
        onChange={(currency) => onChange({ currency })}
      />
      <RadioGroup
        label={t.interval}
        options={[
          { value: 'MONTHLY', label: t.monthly },
          { value: 'YEARLY', label: t.yearly },
          { value: 'ONETIME', label: t.once },
        ]}
        value={app.interval}
        onChange={(interval) => onChange({ interval })}
      />
    </>
  )
}

function LogInStep({ app, onChange }: StepProps) {
  const t = useTexts(createAppTexts)
  return (
    <RadioGroup
      label={t.logIn}
      isCards
      options={[
        { value: 'password', label: t.password, hint: t.passwordHint },
        { value: 'code', label: t.code, hint: t.codeHint },
        { value: 'both', label: t.either, hint: t.eitherHint },
      ]}
      value={app.logIn}
      onChange={(logIn) => onChange({ logIn })}
    />
  )
}

function LookStep({ app, problems, onChange }: StepProps) {
  const t = useTexts(createAppTexts)
  return (
    <>
      <RadioGroup
        label={t.color}
        options={colors.map(({ value, label }) => ({ value, label: t[label], color: value }))}
        value={app.color}
        onChange={(color) => onChange({ color })}
      />
      <TextField
        label={t.ownColor}
        hint={t.ownColorHint}
        error={problems.includes('color') ? t.ownColorError : null}
        maxLength={7}
        value={app.color}
        onChange={(color) => onChange({ color })}
      />
      <TextField
        label={t.logo}
        hint={t.logoHint}
        error={problems.includes('logo') ? t.logoError : null}
        inputMode="url"
        value={app.logo}
        onChange={(logo) => onChange({ logo })}
      />
      <div className="create-preview">
        <p className="muted">{t.preview}</p>
        <span className="create-sample" style={{ background: /^#[\da-f]{6}$/iu.test(app.color) ? app.color : '' }}>
          {t.join}
        </span>
      </div>
    </>
  )
}
