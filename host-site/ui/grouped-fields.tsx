import { Field, type FieldProps } from './field'

export interface GroupedField extends FieldProps {
  /** Heading of the group that it belongs to; fields of one group follow each other. */
  group?: string
}

export interface GroupedFieldsProps {
  fields: readonly GroupedField[]
  /** What is wrong: name → what to say beside it. */
  problems: ReadonlyMap<string, string>
}

/** A long form in parts, each with its heading. */
export function GroupedFields({ fields, problems }: GroupedFieldsProps) {
  const groups = [...new Set(fields.map(({ group }) => group))]
  return groups.map((name) => {
    const members = fields
      .filter(({ group }) => group === name)
      .map((field) => <Field key={field.name} {...field} error={problems.get(field.name)} />)
    if (name === undefined) return members
    return (
      <fieldset key={name} className="field-group">
        <legend>{name}</legend>
        {members}
      </fieldset>
    )
  })
}
