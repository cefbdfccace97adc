import { PASSWORD_MIN_CHARS } from '../../../contract/limits'
import { isRecord } from '../../lib/values'
import { SubmitButton } from '../ui/button'
import { NewPasswordField, PasswordField } from '../ui/field'
import { type FieldErrors, Form, textOf, useForm } from '../ui/form'
import { BackButton, type PanelProps } from './panel'
import { viewTitle } from './tabs'

/** Changes the password, or sets the first one. */
export function ChangePassword({ client, member, texts, notify, action, titleId, narrow, show }: PanelProps) {
  const { email, hasPassword } = member.auth
  const form = useForm({
    texts,
    notify,
    read: (data) => readNewPassword(data, hasPassword),
    send: ({ oldPassword, newPassword }) =>
      action.run(async (signal) => {
        try {
          const answer = hasPassword
            ? await client.updateMemberAuth({ oldPassword, newPassword }, { signal })
            : await client.setPassword({ password: newPassword }, { signal })
          show('security')
          return answer
        } catch (reason) {
          // The form has checked the new one: only the current one can be wrong.
          if (!hasPassword || !isRecord(reason) || reason['code'] !== 'invalid-password') throw reason
          form.accepts({ oldPassword: 'wrong_password_message' })
          return { message: '' }
        }
      }),
  })
  const password = (name: string, label: string, autoComplete: string) => (
    <PasswordField {...form.field(name)} {...{ texts, label, autoComplete }} />
  )
  return (
    <Form form={form} titleId={titleId}>
      {/* Tells password managers whose password this is. */}
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

/** Passwords keep their spaces. The new one must be confirmed. */
function readNewPassword(data: FormData, hasPassword: boolean): { input: NewPasswordInput; errors: FieldErrors } {
  const input = { oldPassword: textOf(data, 'oldPassword'), newPassword: textOf(data, 'newPassword') }
  const confirmed = textOf(data, 'confirmPassword')
  const errors: FieldErrors = {
    oldPassword: hasPassword && !input.oldPassword && 'password_error_message',
    newPassword: input.newPassword.length < PASSWORD_MIN_CHARS && 'new_password_error_message',
    confirmPassword: !confirmed
      ? 'repeat_password_error_message'
      : confirmed !== input.newPassword && 'confirm_password_error_message',
  }
  return { input, errors }
}
