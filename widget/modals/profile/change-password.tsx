import { PASSWORD_MIN_CHARS } from '../../../contract/limits'
import { SubmitButton } from '../ui/button'
import { NewPasswordField, PasswordField } from '../ui/field'
import { type FieldErrors, Form, textOf, useForm } from '../ui/form'
import { BackButton, type PanelProps } from './panel'
import { viewTitle } from './tabs'

/** A new password, or a first one for a member who has none. */
export function ChangePassword({ client, member, texts, notify, action, titleId, narrow, show }: PanelProps) {
  const { email, hasPassword } = member.auth
  const form = useForm({
    texts,
    notify,
    read: (data) => readNewPassword(data, hasPassword),
    send: ({ oldPassword, newPassword }) =>
      action.run(async () => {
        const answer = hasPassword
          ? await client.updateMemberAuth({ oldPassword, newPassword })
          : await client.setPassword({ password: newPassword })
        show('security')
        return answer
      }),
  })
  const password = (name: string, label: string, autoComplete: string) => (
    <PasswordField
      {...form.field(name)}
      {...{ label, autoComplete }}
      showLabel={texts.show_password}
      hideLabel={texts.hide_password}
    />
  )
  return (
    <Form form={form} titleId={titleId}>
      {/* Tells password managers whose password it is. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      {hasPassword && password('oldPassword', texts.current_password, 'current-password')}
      <NewPasswordField {...form.field('newPassword')} label={texts.new_password} texts={texts} />
      {password('confirmPassword', texts.confirm_password, 'new-password')}
      <div className="row">
        <SubmitButton texts={texts} busy={form.busy}>
          {viewTitle('changePassword', member, texts, false)}
        </SubmitButton>
        {!narrow && <BackButton texts={texts} onClick={() => show('security')} />}
      </div>
    </Form>
  )
}

interface NewPasswordInput {
  /** Empty for a member without one. */
  oldPassword: string
  newPassword: string
}

/** Passwords keep their spaces; the new one must be typed twice. */
function readNewPassword(data: FormData, hasPassword: boolean): { input: NewPasswordInput; errors: FieldErrors } {
  const input = { oldPassword: textOf(data, 'oldPassword'), newPassword: textOf(data, 'newPassword') }
  const confirmed = textOf(data, 'confirmPassword')
  const errors: FieldErrors = {
    oldPassword: hasPassword && !input.oldPassword && 'password_error_message',
    newPassword: input.newPassword.length < PASSWORD_MIN_CHARS && 'new_password_error_message',
    confirmPassword: (!confirmed || confirmed !== input.newPassword) && 'confirm_password_error_message',
  }
  return { input, errors }
}
