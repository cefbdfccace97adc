import { PASSWORD_MIN_CHARS } from '../../../contract/limits'
import type { ScreenProps } from '../screen'
import { Button } from '../ui/button'
import { CodeField } from '../ui/code-field'
import { Form } from '../ui/form'
import { Heading } from '../ui/heading'
import { NewPasswordField } from '../ui/new-password-field'
import { readCode } from '../ui/read-code'
import { isEmail } from '../ui/read-email'
import { ResendButton } from '../ui/resend-button'
import { SubmitButton } from '../ui/submit-button'
import { textOf } from '../ui/text-of'
import { useForm } from '../ui/use-form'

/** A new password for the mailed code (seed 001 section 2, modal 4). */
export function ResetPasswordScreen({ client, texts, titleId, params, notify, go }: ScreenProps<'RESET_PASSWORD'>) {
  const email = typeof params.email === 'string' && isEmail(params.email) ? params.email : null
  const form = useForm({
    texts,
    notify,
    read: (data) => {
      const { code, errors } = readCode(data)
      const newPassword = textOf(data, 'password')
      const password = newPassword.length < PASSWORD_MIN_CHARS && 'new_password_error_message'
      return { input: { token: code, newPassword }, errors: { ...errors, password } }
    },
    async send(input) {
      await client.resetMemberPassword({ ...input, ...(email !== null && { email }) })
      go('LOGIN', { passwordless: false })
      notify({ text: texts.password_reset_success, isError: false })
    },
  })
  const { field, busy } = form
  return (
    <>
      <Heading id={titleId}>{texts.reset_your_password}</Heading>
      <Form form={form} titleId={titleId}>
        <p className="muted">{texts.reset_enter_code}</p>
        <CodeField {...field('code')} label={texts.code_label} texts={texts} />
        {/* Tells password managers whose password changes. */}
        {email !== null && <input hidden readOnly name="email" autoComplete="username" value={email} />}
        <NewPasswordField
          {...field('password')}
          texts={texts}
          label={texts.new_password}
          placeholder={texts.reset_password_placeholder}
        />
        <SubmitButton texts={texts} busy={busy}>
          {texts.reset_confirm_reset}
        </SubmitButton>
        {email !== null && (
          <ResendButton texts={texts} notify={notify} send={() => client.sendMemberResetPasswordEmail({ email })} />
        )}
        <Button look="link" onClick={() => go('FORGOT_PASSWORD', {})}>
          {texts.back_button}
        </Button>
      </Form>
    </>
  )
}
