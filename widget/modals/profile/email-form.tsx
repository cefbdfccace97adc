import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { isEmail, readEmail } from '../ui/read-email'
import type { PanelProps } from './panel'
import { SavedForm } from './saved-form'

/** The address to log in with, whether it is verified, and another mail to verify it. */
export function EmailForm(props: PanelProps) {
  const { client, member, texts, action } = props
  const { verified, auth } = member
  const resend = () => void action.run(() => client.sendMemberVerificationEmail())
  return (
    <SavedForm
      {...props}
      names={['email']}
      button={texts.change_email}
      read={(data) => {
        const email = readEmail(data)
        return { input: { email }, errors: { email: !isEmail(email) && 'email_error_message' } }
      }}
      save={(input) => client.updateMemberAuth(input)}
      aside={
        !verified && (
          <Button look="link" onClick={resend}>
            {texts.resend_verification}
          </Button>
        )
      }
    >
      {(inputProps) => (
        <Field
          {...inputProps('email')}
          label={texts.email_address}
          type="email"
          inputMode="email"
          autoComplete="email"
          defaultValue={auth.email}
          hint={verified ? texts.email_verified : texts.email_not_verified}
        />
      )}
    </SavedForm>
  )
}
