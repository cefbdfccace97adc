import { PASSWORD_MIN_CHARS } from '../../contract/limits'
import type { ScreenProps } from './screen'
import { Button, SubmitButton } from './ui/button'
import { clearRefusedCode, CodeField, readCode, ResendButton } from './ui/code-field'
import { EmailField, NewPasswordField } from './ui/field'
import { type FieldErrors, Form, isEmail, readEmail, textOf, useForm } from './ui/form'
import { Heading } from './ui/heading'
import { Success } from './ui/status'

/** Sets a new password with the emailed code (seed 001 section 2, modal 4). */
export function ResetPasswordScreen({ client, texts, titleId, params, notify, go }: ScreenProps<'RESET_PASSWORD'>) {
  const email = typeof params.email === 'string' && isEmail(params.email) ? params.email : null
  const form = useForm({
    texts,
    notify,
    read: (data) => readReset(data, email),
    async send(input, signal) {
      await client.resetMemberPassword(input, { signal }).catch(clearRefusedCode(form))
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
        {email === null && (
          <EmailField {...field('email')} texts={texts} placeholder={texts.reset_email_placeholder} value="" />
        )}
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
          <ResendButton
            texts={texts}
            notify={notify}
            send={(signal) => client.sendMemberResetPasswordEmail({ email }, { signal })}
          />
        )}
        <Button look="link" onClick={() => go('FORGOT_PASSWORD', {})}>
          {texts.back_button}
        </Button>
      </Form>
    </>
  )
}

interface ResetInput {
  token: string
  newPassword: string
  email: string
}

/** @param known the email of the account; null if the form asks for it */
function readReset(data: FormData, known: string | null): { input: ResetInput; errors: FieldErrors } {
  const { code, errors } = readCode(data)
  const newPassword = textOf(data, 'password')
  const password = newPassword.length < PASSWORD_MIN_CHARS && 'new_password_error_message'
  // "I already have a code" on another device: without the email, the code may not be found.
  const email = known ?? readEmail(data)
  const input = { token: code, newPassword, email }
  return { input, errors: { email: !isEmail(email) && 'email_error_message', ...errors, password } }
}

/** The password is new (seed 001 section 2, modal 5). Opened by name if the code was entered elsewhere. */
export function ResetPasswordSuccessScreen({ texts, titleId, go }: ScreenProps<'RESET_PASSWORD_SUCCESS'>) {
  return (
    <Success titleId={titleId} title={texts.success_title} message={texts.password_reset_success}>
      <Button onClick={() => go('LOGIN', { passwordless: false })}>{texts.login}</Button>
    </Success>
  )
}
