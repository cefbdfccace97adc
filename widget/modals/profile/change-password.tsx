import { Form } from '../ui/form'
import { NewPasswordField } from '../ui/new-password-field'
import { PasswordField } from '../ui/password-field'
import { SubmitButton } from '../ui/submit-button'
import { useForm } from '../ui/use-form'
import { BackButton } from './back-button'
import type { PanelProps } from './panel'
import { readNewPassword } from './read-new-password'
import { viewTitle } from './view-title'

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
