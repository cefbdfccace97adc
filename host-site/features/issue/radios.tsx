export interface RadiosProps {
  /** In the form. */
  name: string
  legend: string
  /** Value of the one that is chosen at first. */
  chosen: string
  options: readonly { value: string; name: string; text: string }[]
}

/** A choice of one, each with a line that says what it means. */
export function Radios({ name, legend, chosen, options }: RadiosProps) {
  return (
    <fieldset className="radios">
      <legend>{legend}</legend>
      {options.map(({ value, name: label, text }) => (
        <label key={value} className="choice">
          <input
            type="radio"
            name={name}
            value={value}
            defaultChecked={value === chosen}
            aria-label={label}
            aria-describedby={`${name}-${value}`}
          />
          <span>
            <strong>{label}</strong>
            <span className="soft" id={`${name}-${value}`}>
              {text}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
