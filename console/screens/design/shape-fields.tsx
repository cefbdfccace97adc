import { useId, useState } from 'react'
import type { Scheme } from '../../lib/preview-messages'
import { designTexts } from '../../texts/english/design'
import { useTexts } from '../../texts/texts'
import { Button } from '../../ui/button'
import { Select, TextField } from '../../ui/fields'
import { Card } from '../../ui/page'
import { DEFAULT_RADIUS_PX, isFontList, isLogo, RADIUS_MAX_PX } from './design'
import type { Design, Theme } from './design'

interface ShapeFieldsProps {
  design: Design
  onChange: (part: Partial<Design>) => void
  /** Colors and preview follow a forced scheme. */
  onScheme: (scheme: Scheme) => void
}

/** Logo, scheme, corners and font. */
export function ShapeFields({ design, onChange, onScheme }: ShapeFieldsProps) {
  const t = useTexts(designTexts)
  const { logo, theme, cornerRadius, fontFamily } = design
  const setTheme = (next: Theme) => {
    onChange({ theme: next })
    if (next !== 'auto') onScheme(next)
  }
  return (
    <Card title={t.look}>
      <TextField
        label={t.logo}
        hint={t.logoText}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        value={logo}
        onChange={(text) => onChange({ logo: text })}
        error={isLogo(logo) ? null : t.badLogo}
      />
      <Select
        label={t.theme}
        options={[
          { value: 'auto', label: t.themeAuto, hint: t.themeAutoText },
          { value: 'light', label: t.alwaysLight },
          { value: 'dark', label: t.alwaysDark },
        ]}
        value={theme}
        onChange={setTheme}
      />
      <Corners value={cornerRadius} onChange={(radius) => onChange({ cornerRadius: radius })} />
      <Font value={fontFamily} onChange={(font) => onChange({ fontFamily: font })} />
    </Card>
  )
}

function Corners({ value, onChange }: { value: number | null; onChange: (radius: number | null) => void }) {
  const t = useTexts(designTexts)
  const id = useId()
  const shown = value ?? DEFAULT_RADIUS_PX
  return (
    <div className="field">
      <div className="row-between">
        <label className="field-label" htmlFor={id}>
          {t.corners}
        </label>
        <span className="row">
          {value !== null && (
            <Button
              kind="quiet"
              size="small"
              aria-label={t.resetColor({ name: t.corners })}
              onPress={() => onChange(null)}
            >
              {t.reset}
            </Button>
          )}
          <output htmlFor={id}>{t.pixels({ value: String(shown) })}</output>
        </span>
      </div>
      <input
        id={id}
        type="range"
        className="range"
        min={0}
        max={RADIUS_MAX_PX}
        step={1}
        value={shown}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  )
}

const INHERIT = 'inherit'
/** On every system, without a download. */
const SERIF = 'Georgia, serif'
const MONO = 'Consolas, Menlo, monospace'

type FontChoice = 'system' | 'page' | 'serif' | 'mono' | 'own'

const fontOf: Readonly<Record<Exclude<FontChoice, 'own'>, string>> = {
  system: '',
  page: INHERIT,
  serif: SERIF,
  mono: MONO,
}

const choiceOf = (font: string): FontChoice =>
  font === '' ? 'system' : font === INHERIT ? 'page' : font === SERIF ? 'serif' : font === MONO ? 'mono' : 'own'

function Font({ value, onChange }: { value: string; onChange: (font: string) => void }) {
  const t = useTexts(designTexts)
  const [isOwn, setOwn] = useState(choiceOf(value) === 'own')
  const choice = isOwn ? 'own' : choiceOf(value)
  const choose = (next: FontChoice) => {
    setOwn(next === 'own')
    if (next !== 'own') onChange(fontOf[next])
  }
  return (
    <>
      <Select
        label={t.font}
        options={[
          { value: 'system', label: t.fontSystem },
          { value: 'page', label: t.fontPage, hint: t.fontPageText },
          { value: 'serif', label: t.fontSerif },
          { value: 'mono', label: t.fontMono },
          { value: 'own', label: t.fontOwn },
        ]}
        value={choice}
        onChange={choose}
      />
      {choice === 'own' && (
        <TextField
          label={t.fontNames}
          hint={t.fontNamesText}
          value={value}
          onChange={onChange}
          autoComplete="off"
          error={isFontList(value) ? null : t.badFont}
        />
      )}
    </>
  )
}
