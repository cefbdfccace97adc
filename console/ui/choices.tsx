import type { ReactNode } from 'react'
import {
  Checkbox as AriaCheckbox,
  FieldError,
  Label,
  Radio as AriaRadio,
  RadioGroup as AriaRadioGroup,
  Switch as AriaSwitch,
  Text,
} from 'react-aria-components'
import type {
  CheckboxProps as AriaCheckboxProps,
  RadioGroupProps as AriaRadioGroupProps,
  SwitchProps as AriaSwitchProps,
} from 'react-aria-components'
import type { Option } from './fields'
import { Icon } from './icon'

type Styled = 'children' | 'className' | 'style'

export interface CheckboxProps extends Omit<AriaCheckboxProps, Styled> {
  children?: ReactNode
}

export function Checkbox({ children, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox {...props} className="choice">
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className="choice-mark">
            {isIndeterminate ? <Icon name="minus" size={12} /> : isSelected && <Icon name="check" size={12} />}
          </span>
          {children}
        </>
      )}
    </AriaCheckbox>
  )
}

export interface SwitchProps extends Omit<AriaSwitchProps, Styled> {
  children: ReactNode
}

/** For what takes effect at once; a choice that is saved later is a checkbox. */
export function Switch({ children, ...props }: SwitchProps) {
  return (
    <AriaSwitch {...props} className="choice">
      <span className="switch-track" />
      {children}
    </AriaSwitch>
  )
}

export interface RadioGroupProps<Value extends string> extends Omit<
  AriaRadioGroupProps,
  Styled | 'value' | 'onChange'
> {
  label: string
  hint?: ReactNode
  error?: string | null | undefined
  options: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  /** With borders: for the few large choices of a page. */
  isCards?: boolean
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { label, hint, error, options, value, onChange, isCards, ...rest } = props
  const choose = (chosen: string) => {
    const option = options.find((one) => one.value === chosen)
    if (option) onChange(option.value)
  }
  return (
    <AriaRadioGroup {...rest} className="stack-s" value={value} onChange={choose} {...(error && { isInvalid: true })}>
      <Label className="field-label">{label}</Label>
      {hint && (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <div className="radio-list" {...(isCards && { 'data-cards': true })}>
        {options.map((option) => (
          <AriaRadio key={option.value} value={option.value} className="choice">
            <span className="choice-mark" data-round />
            {option.color && <span className="choice-swatch" style={{ background: option.color }} />}
            <span className="menu-item-text">
              <span>{option.label}</span>
              {option.hint && <span>{option.hint}</span>}
            </span>
          </AriaRadio>
        ))}
      </div>
      <FieldError className="field-error">{error ? () => error : undefined}</FieldError>
    </AriaRadioGroup>
  )
}
