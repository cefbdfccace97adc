import { CustomFieldInput } from '../custom-fields/custom-field-input'
import { readCustomFields } from '../custom-fields/read-custom-fields'
import { visibleFields } from '../custom-fields/visible-fields'
import type { PanelProps } from './panel'
import { SavedForm } from './saved-form'

/** The app's custom fields with the member's values. What was not touched is neither questioned nor sent. */
export function CustomFieldsForm(props: PanelProps) {
  const { client, app, member, texts } = props
  const fields = visibleFields(app)
  return (
    <SavedForm
      {...props}
      names={fields.map(({ key }) => key)}
      button={texts.save_button}
      read={(data, unsaved) => {
        const touched = fields.filter(({ key }) => unsaved.includes(key))
        const { values, errors } = readCustomFields(data, touched)
        return { input: values, errors }
      }}
      save={(customFields) => client.updateMember({ customFields })}
    >
      {(inputProps) =>
        fields.map((field) => {
          const { key } = field
          const { name: _key, ...rest } = inputProps(key)
          return <CustomFieldInput key={key} {...{ field, texts, ...rest }} value={member.customFields[key]} />
        })
      }
    </SavedForm>
  )
}
