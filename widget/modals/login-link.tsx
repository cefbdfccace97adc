import { useEffect, useRef, useState } from 'react'
import { fillText } from '../lib/texts'
import type { MemberAuth } from '../public'
import { goOnWithSecondStep } from './passkey-login'
import type { ScreenProps } from './screen'
import { Button, SubmitButton } from './ui/button'
import { Form, useForm } from './ui/form'
import { Heading, WithEmail } from './ui/heading'
import { useCall } from './ui/use-call'
import { Welcome } from './ui/status'

/** The link of a login email, in a browser that did not request it: a foreign link must not log anyone in. */
export function LoginLinkScreen(props: ScreenProps<'LOGIN_LINK'>) {
  return (
    <Welcome {...props}>
      {(onDone) => (
        <>
          <Heading id={props.titleId} focused>
            {props.texts.login_link_title}
          </Heading>
          <LoginLinkForm {...props} onLogin={(data, message) => onDone({ type: 'LOGIN', data }, message)} />
        </>
      )}
    </Welcome>
  )
}

interface LoginLinkFormProps extends ScreenProps<'LOGIN_LINK'> {
  onLogin: (auth: MemberAuth, message: string | undefined) => void
}

function LoginLinkForm(props: LoginLinkFormProps) {
  const { client, texts, titleId, notify, params, onLogin } = props
  const { token = '', email = '', device } = params
  const [code, setCode] = useState<string | null>(null)
  const shown = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    // The pressed button is gone.
    if (code !== null) shown.current?.focus()
  }, [code])
  const showing = useCall({ texts, notify })
  const form = useForm({
    texts,
    notify,
    read: () => ({ input: {}, errors: {} }),
    send: async (_input, signal) => {
      try {
        const { data, message } = await client._useLoginLink({ token, act: 'login' }, { signal })
        if (data.login) onLogin(data.login, message)
      } catch (reason) {
        if (!goOnWithSecondStep(props, reason)) throw reason
      }
    },
  })
  const show = async (signal: AbortSignal): Promise<void> =>
    setCode((await client._useLoginLink({ token, act: 'show-code' }, { signal })).data.code)
  return (
    <Form form={form} titleId={titleId} focusOn={null}>
      <p className="muted">
        <WithEmail text={texts.login_link_instructions} email={email} />
      </p>
      {device && <p className="muted">{fillText(texts.login_link_device, { device })}</p>}
      {code === null ? (
        <>
          <SubmitButton texts={texts} busy={form.busy}>
            {texts.login_link_here}
          </SubmitButton>
          <Button look="secondary" busy={showing.busy} disabled={form.busy} onClick={() => showing.run(show)}>
            {texts.login_link_show_code}
          </Button>
        </>
      ) : (
        <output ref={shown} tabIndex={-1}>
          <code className="shown-code" dir="ltr">
            {code}
          </code>
          <p className="muted">{texts.login_link_code}</p>
        </output>
      )}
    </Form>
  )
}
