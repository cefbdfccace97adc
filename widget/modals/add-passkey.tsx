import { SubmitButton, Button } from './ui/button'
import type { ScreenProps } from './screen'
import { Form, useForm } from './ui/form'
import { Heading } from './ui/heading'

/** Offers a member a passkey for this device. */
export function AddPasskeyScreen({ client, texts, titleId, notify, done, close }: ScreenProps<'ADD_PASSKEY'>) {
  const form = useForm({
    texts,
    notify,
    read: () => ({ input: {}, errors: {} }),
    send: async (_input, signal) => {
      await client.addMemberPasskey({}, { signal })
      done({ type: 'CONTINUE', data: null })
      close()
    },
  })
  return (
    <>
      <Heading id={titleId}>{texts.add_passkey}</Heading>
      <Form form={form} titleId={titleId} focusOn={null}>
        <p className="muted">{texts.add_passkey_instructions}</p>
        <SubmitButton texts={texts} busy={form.busy}>
          {texts.add_passkey_create}
        </SubmitButton>
        <Button look="link" onClick={close}>
          {texts.add_passkey_not_now}
        </Button>
      </Form>
    </>
  )
}
