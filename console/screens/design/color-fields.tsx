import { useId } from 'react'
import type { Scheme } from '../../lib/preview-messages'
import { designTexts } from '../../texts/english/design'
import { useLocale, useTexts } from '../../texts/texts'
import { Button } from '../../ui/button'
import { RadioGroup } from '../../ui/choices'
import { TextField } from '../../ui/fields'
import { Badge, Card } from '../../ui/page'
import { neededContrast } from './design'
import type { ColorFact, ColorName } from './design'

interface ColorFieldsProps {
  facts: readonly ColorFact[]
  scheme: Scheme
  onScheme: (scheme: Scheme) => void
  /** @param color empty: the default */
  onChange: (name: ColorName, color: string) => void
}

/** All colors of one scheme, each with its contrast. */
export function ColorFields({ facts, scheme, onScheme, onChange }: ColorFieldsProps) {
  const t = useTexts(designTexts)
  return (
    <Card title={t.colors} summary={t.colorsText}>
      <RadioGroup
        label={t.scheme}
        options={[
          { value: 'light', label: t.light },
          { value: 'dark', label: t.dark },
        ]}
        value={scheme}
        onChange={onScheme}
      />
      <ul className="color-list">
        {facts.map((fact) => (
          <li key={fact.name}>
            <ColorField fact={fact} onChange={(color) => onChange(fact.name, color)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ColorField({ fact, onChange }: { fact: ColorFact; onChange: (color: string) => void }) {
  const t = useTexts(designTexts)
  const { name, typed, isUnknown, shown, isReplaced } = fact
  const label = t[name]
  const isTooPale = fact.ratio !== null && fact.ratio < neededContrast(name)
  return (
    <fieldset className="color-field" aria-label={label}>
      <input
        type="color"
        className="color-swatch"
        aria-label={t.pick({ name: label })}
        value={shown}
        onChange={(event) => onChange(event.target.value)}
      />
      <TextField
        label={label}
        value={typed}
        onChange={onChange}
        placeholder={shown}
        autoComplete="off"
        spellCheck="false"
        error={isUnknown ? t.unknownColor : null}
        hint={isReplaced ? t.replaced : isTooPale ? t.pale : undefined}
      />
      <div className="color-side">
        {fact.ratio !== null && <Contrast ratio={fact.ratio} isEnough={!isTooPale} />}
        {typed && (
          <Button kind="quiet" size="small" aria-label={t.resetColor({ name: label })} onPress={() => onChange('')}>
            {t.reset}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

function Contrast({ ratio, isEnough }: { ratio: number; isEnough: boolean }) {
  const t = useTexts(designTexts)
  const locale = useLocale()
  const id = useId()
  // Rounded down: 4.46 is not 4.5.
  const value = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).format(Math.floor(ratio * 10) / 10)
  return (
    <span id={id} title={t.contrast}>
      <span className="visually-hidden">{t.contrast} </span>
      <Badge tone={isEnough ? 'good' : 'warn'}>{isEnough ? t.ratio({ value }) : t.ratioLow({ value })}</Badge>
    </span>
  )
}
