import { useState } from 'react'
import type { MemberAuth } from '../public'
import type { ScreenProps } from './screen'
import { Button, SubmitButton } from './ui/button'
import { clearRefusedCode, CodeField, readCode } from './ui/code-field'
import { Field, FieldFrame } from './ui/field'
import { Form, type FormState, textOf, useForm } from './ui/form'
import { Heading } from './ui/heading'
import { useCall } from './ui/use-call'
import { Welcome } from './ui/status'

/** The second step of a login. */
export function SecondFactorScreen(props: ScreenProps<'SECOND_FACTOR'>) {
  return (
    <Welcome {...props}>
      {(onDone) => (
        <>
          <Heading id={props.titleId}>{props.texts.second_factor_title}</Heading>
          <SecondFactorForm {...props} onLogin={(data, message) => onDone({ type: 'LOGIN', data }, message)} />
        </>
      )}
    </Welcome>
  )
}

interface SecondFactorFormProps extends ScreenProps<'SECOND_FACTOR'> {
  onLogin: (auth: MemberAuth, message: string | undefined) => void
}

type Way = 'totp' | 'recovery-code'

function SecondFactorForm(props: SecondFactorFormProps) {
  const { client, texts, titleId, notify, params, go, onLogin } = props
  const { challenge = '', methods = ['totp'] } = params
  const [way, setWay] = useState<Way | null>(methods.includes('totp') ? 'totp' : null)
  const other = useCall({ texts, notify })
  const complete = async (signal: AbortSignal, typed: { code?: string; remember?: boolean } = {}): Promise<void> => {
    const { data, message } = await client.completeMemberSecondFactor({ challenge, ...typed }, { signal })
    onLogin(data, message)
  }
  const usePasskey = (signal: AbortSignal): Promise<void> => complete(signal, { remember: form.data().has('remember') })
  const recover = async (signal: AbortSignal): Promise<void> => {
    const { message = '' } = await client.requestMemberRecovery({ challenge }, { signal })
    notify({ text: message, isError: false })
  }
  const form = useForm({
    texts,
    notify,
    read: (data) => readWay(data, way),
    send: async (typed, signal) => {
      await complete(signal, typed).catch(clearRefusedCode(form))
    },
  })
  return (
    <Form form={form} titleId={titleId} focusOn={String(way)}>
      {way && <CodeOfWay form={form} texts={texts} way={way} />}
      {methods.includes('passkey') && (
        <Button look="secondary" busy={other.busy} busyLabel={texts.loading_text} onClick={() => other.run(usePasskey)}>
          {texts.second_factor_use_passkey}
        </Button>
      )}
      {methods.includes('recovery-code') && (
        <Button look="link" onClick={() => setWay(way === 'recovery-code' ? 'totp' : 'recovery-code')}>
          {way === 'recovery-code' ? texts.second_factor_use_app : texts.second_factor_use_recovery}
        </Button>
      )}
      <Button look="link" disabled={other.busy} onClick={() => other.run(recover)}>
        {texts.second_factor_lost}
      </Button>
      <Button look="link" onClick={() => go('LOGIN', {})}>
        {texts.back_button}
      </Button>
    </Form>
  )
}

interface CodeOfWayProps extends Pick<SecondFactorFormProps, 'texts'> {
  form: FormState
  way: Way
}

function CodeOfWay({ form, texts, way }: CodeOfWayProps) {
  return (
    <>
      {way === 'totp' ? (
        <>
          <p className="muted">{texts.second_factor_instructions}</p>
          <CodeField {...form.field('code')} label={texts.code_label} texts={texts} submits />
        </>
      ) : (
        <Field {...form.field('recovery-code')} label={texts.recovery_code} dir="ltr" autoComplete="off" />
      )}
      <FieldFrame name="remember" label={texts.second_factor_remember} error={null} required={false} inline>
        {(control) => <input type="checkbox" part="checkbox" {...control} />}
      </FieldFrame>
      <SubmitButton texts={texts} busy={form.busy}>
        {texts.second_factor_verify}
      </SubmitButton>
    </>
  )
}

function readWay(data: FormData, way: Way | null) {
  const remember = data.get('remember') !== null
  if (way === 'recovery-code') {
    const code = textOf(data, 'recovery-code').trim()
    return { input: { code, remember }, errors: { 'recovery-code': !code && ('recovery_code_error_message' as const) } }
  }
  const { code, errors } = readCode(data)
  return { input: { code, remember }, errors }
}
