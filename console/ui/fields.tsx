import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import {
  Button as AriaButton,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField as AriaSearchField,
  Select as AriaSelect,
  SelectValue,
  Text,
  TextArea as AriaTextArea,
  TextField as AriaTextField,
} from 'react-aria-components'
import type {
  SearchFieldProps as AriaSearchFieldProps,
  SelectProps as AriaSelectProps,
  TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components'
import { uiTexts } from '../texts/english/ui'
import { useTexts } from '../texts/texts'
import { Button } from './button'
import { Icon } from './icon'

interface Labelled {
  label: string
  /** One sentence below the field. */
  hint?: ReactNode
  /** Replaces the hint and marks the field as invalid. */
  error?: string | null | undefined
}

type Styled = 'children' | 'className' | 'style'

function FieldLines({ hint, error }: Pick<Labelled, 'hint' | 'error'>) {
  return (
    <>
      {hint && !error && (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error ? () => error : undefined}</FieldError>
    </>
  )
}

export interface TextFieldProps extends Labelled, Omit<AriaTextFieldProps, Styled> {
  placeholder?: string
  /** More than one line. */
  rows?: number
  /** Code: numbered lines that do not wrap. */
  isCode?: boolean
}

/** A problem shows and does not keep the form from being sent again: the browser would wait for another value for ever. */
const invalid = (error: Labelled['error']) => (error ? ({ isInvalid: true, validationBehavior: 'aria' } as const) : {})

/** A password can be shown while it is typed. */
export function TextField({ label, hint, error, placeholder, rows, isCode, ...props }: TextFieldProps) {
  return (
    <AriaTextField {...props} className="field" {...invalid(error)}>
      <Label className="field-label">{label}</Label>
      {rows && isCode ? (
        <NumberedLines rows={rows} lines={(props.value ?? '').split('\n').length} />
      ) : rows ? (
        <AriaTextArea className="input" rows={rows} {...(placeholder && { placeholder })} />
      ) : props.type === 'password' ? (
        <PasswordInput />
      ) : (
        <Input className="input" {...(placeholder && { placeholder })} />
      )}
      <FieldLines hint={hint} error={error} />
    </AriaTextField>
  )
}

/** The numbers scroll with the text; screen readers do not read them. */
function NumberedLines({ rows, lines }: { rows: number; lines: number }) {
  const numbers = useRef<HTMLPreElement>(null)
  return (
    <div className="input numbered-lines">
      <pre ref={numbers} aria-hidden="true">
        {Array.from({ length: lines }, (_, index) => index + 1).join('\n')}
      </pre>
      <AriaTextArea
        rows={rows}
        wrap="off"
        onScroll={({ currentTarget }) => {
          if (numbers.current) numbers.current.scrollTop = currentTarget.scrollTop
        }}
      />
    </div>
  )
}

function PasswordInput() {
  const t = useTexts(uiTexts)
  const [isShown, setShown] = useState(false)
  return (
    <div className="input-group">
      <Input className="input" type={isShown ? 'text' : 'password'} />
      {/* Outside of the field's context, which would make it part of the label. */}
      <Button slot={null} kind="quiet" size="small" onPress={() => setShown(!isShown)} excludeFromTabOrder>
        {isShown ? t.hide : t.show}
      </Button>
    </div>
  )
}

export interface SearchFieldProps extends Omit<AriaSearchFieldProps, Styled> {
  label: string
  placeholder?: string
}

/** Its label is for screen readers: the drawing and the placeholder say the same. Escape clears it. */
export function SearchField({ label, placeholder = label, ...props }: SearchFieldProps) {
  return (
    <AriaSearchField {...props} aria-label={label} className="field search">
      <div className="input-group">
        <Icon name="search" />
        <Input className="input" placeholder={placeholder} />
      </div>
    </AriaSearchField>
  )
}

export interface Option<Value extends string = string> {
  value: Value
  label: string
  hint?: string
  /** CSS color, shown beside it. */
  color?: string
}

export interface SelectProps<Value extends string>
  extends
    Labelled,
    Omit<AriaSelectProps<object>, Styled | 'value' | 'onChange' | 'selectedKey' | 'onSelectionChange' | 'items'> {
  options: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value) => void
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hint, error, options, value, onChange, ...rest } = props
  const t = useTexts(uiTexts)
  const choose = (key: unknown) => {
    const option = options.find((one) => one.value === key)
    if (option) onChange(option.value)
  }
  return (
    <AriaSelect
      {...rest}
      className="field"
      placeholder={rest.placeholder ?? t.choose}
      value={value}
      onChange={choose}
      {...invalid(error)}
    >
      <Label className="field-label">{label}</Label>
      <AriaButton className="input select-button">
        <SelectValue>{({ selectedText, defaultChildren }) => selectedText ?? defaultChildren}</SelectValue>
        <Icon name="down" />
      </AriaButton>
      <FieldLines hint={hint} error={error} />
      <Popover className="popover">
        <ListBox
          className="menu"
          items={options.map(({ value: id, label: text, hint: line }) => ({ id, label: text, hint: line }))}
        >
          {({ label: text, hint: line }) => (
            <ListBoxItem className="menu-item" textValue={text}>
              {({ isSelected }) => (
                <>
                  <span className="menu-item-text">
                    <Text slot="label">{text}</Text>
                    {line && <Text slot="description">{line}</Text>}
                  </span>
                  {isSelected && <Icon name="check" />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
