import { isRecord } from '../../lib/values'
import type { MemberAuth } from '../../public'
import type { ScreenProps } from '../screen'
import { Button } from '../ui/button'
import { CodeField } from '../ui/code-field'
import { Form } from '../ui/form'
import { plansToJoin } from '../ui/plans-to-join'
import { readCode } from '../ui/read-code'
import { ResendButton } from '../ui/resend-button'
import { SubmitButton } from '../ui/submit-button'
import { useForm } from '../ui/use-form'
import { WithEmail } from '../ui/with-email'

interface PasswordlessTokenFormProps extends ScreenProps<'PASSWORDLESS_TOKEN'> {
  email: string
  kind: 'LOGIN' | 'SIGNUP'
  onBack: () => void
  /** @param message what the server says beside the login */
  onVerified: (auth: MemberAuth, message: string | undefined) => void
}

export function PasswordlessTokenForm(props: PasswordlessTokenFormProps) {
  const { client, texts, titleId, notify, email, kind, onBack, onVerified } = props
  const form = useForm({
    texts,
    notify,
    read: (data) => {
      const { code, errors } = readCode(data)
      return { input: code, errors }
    },
    send: async (code) => {
      const { data, message } = await verify(props, code)
      onVerified(data, message)
    },
  })
  return (
    <Form form={form} titleId={titleId}>
      <p className="muted">
        <WithEmail text={texts.login_passwordless_instructions} email={email} />
      </p>
      <CodeField {...form.field('code')} label={texts.login_verification_code} texts={texts} />
      <SubmitButton texts={texts} busy={form.busy}>
        {texts.login_verify_email}
      </SubmitButton>
      <p className="muted">{texts.passwordless_support}</p>
      <ResendButton
        texts={texts}
        notify={notify}
        send={() =>
          kind === 'LOGIN'
            ? client.sendMemberLoginPasswordlessEmail({ email })
            : client.sendMemberSignupPasswordlessEmail({ email })
        }
      />
      <Button look="link" onClick={onBack}>
        {texts.back_button}
      </Button>
    </Form>
  )
}

function verify({ client, email, kind, params }: PasswordlessTokenFormProps, passwordlessToken: string) {
  const proof = { email, passwordlessToken }
  const options = { includeContentGroups: true }
  if (kind === 'LOGIN') return client.loginMemberPasswordless(proof, options)
  const { customFields } = params
  return client.signupMemberPasswordless(
    { ...proof, plans: plansToJoin(params.plans), ...(isRecord(customFields) && { customFields }) },
    options,
  )
}
