import { RESET_CODE_LIFETIME_MINUTES } from '../../contract/limits'
import type { ScreenProps } from './screen'
import { Button, SubmitButton } from './ui/button'
import { EmailField } from './ui/field'
import { Form, isEmail, readEmail, useForm } from './ui/form'
import { Heading } from './ui/heading'

/** Emails a code for a forgotten password (seed 001 section 2, modal 3). */
export function ForgotPasswordScreen({ client, texts, titleId, params, notify, go }: ScreenProps<'FORGOT_PASSWORD'>) {
  const form = useForm({
    texts,
    notify,
    read: (data) => {
      const email = readEmail(data)
      return { input: { email }, errors: { email: !isEmail(email) && 'email_error_message' } }
    },
    async send(input, signal) {
      const { data: text } = await client.sendMemberResetPasswordEmail(input, { signal })
      signal.throwIfAborted()
      go('RESET_PASSWORD', input, RESET_CODE_LIFETIME_MINUTES)
      notify({ text, isError: false })
    },
  })
  const typed = (): { email: string } => ({ email: readEmail(form.data()) })
  return (
    <>
      <Heading id={titleId}>{texts.reset_your_password}</Heading>
      <Form form={form} titleId={titleId} draft="FORGOT_PASSWORD">
        <p className="muted">{texts.reset_instructions}</p>
        <EmailField
          {...form.field('email')}
          texts={texts}
          placeholder={texts.reset_email_placeholder}
          value={params.email}
        />
        <SubmitButton texts={texts} busy={form.busy}>
          {texts.reset}
        </SubmitButton>
        <Button look="link" onClick={() => go('RESET_PASSWORD', typed())}>
          {texts.reset_already_have_code}
        </Button>
        <Button look="link" onClick={() => go('LOGIN', typed())}>
          {texts.back_button}
        </Button>
      </Form>
    </>
  )
}
