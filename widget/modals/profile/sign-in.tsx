import { useId, useState } from 'react'
import { fillText } from '../../lib/texts'
import type { Passkey } from '../../public'
import { pageLocale } from '../texts/translations'
import { offersPasskeys } from '../passkey-login'
import { RecoveryCodes } from '../second-factor-setup'
import { Button, SubmitButton } from '../ui/button'
import { Field } from '../ui/field'
import { Form, textOf, useForm } from '../ui/form'
import { Entry, type PanelProps, Removal, useLoaded } from './panel'

/** Passkeys and two-step verification, in the tab Security. */
export function SignIn(props: PanelProps) {
  return (
    <>
      <Passkeys {...props} />
      <TwoStepVerification {...props} />
    </>
  )
}

/** Passkeys of the member, with “Add a passkey”. */
function Passkeys(props: PanelProps) {
  const { client, app, texts, action } = props
  const id = useId()
  const load = async () => (await client.getMemberPasskeys()).data.passkeys
  const [passkeys, setPasskeys] = useLoaded(load, action.showError)
  const isOffered = offersPasskeys(app)
  if (!isOffered && !passkeys?.length) return null
  const add = (): void =>
    void action.run(async (signal) => {
      const { data } = await client.addMemberPasskey({}, { signal })
      setPasskeys((current) => [...(current ?? []), data])
      return {}
    })
  return (
    <section className="security-part" aria-labelledby={id}>
      <h3 id={id}>{texts.passkeys_title}</h3>
      {passkeys !== null && passkeys.length > 0 && (
        <ul>
          {passkeys.map((passkey) => (
            <PasskeyEntry
              key={passkey.id}
              {...props}
              titleId={id}
              passkey={passkey}
              onChange={(now) =>
                setPasskeys((current) =>
                  (current ?? []).flatMap((one) => (one.id !== passkey.id ? [one] : now === null ? [] : [now])),
                )
              }
            />
          ))}
        </ul>
      )}
      {isOffered && (
        <Button look="secondary" busy={action.busy} onClick={add}>
          {texts.add_passkey}
        </Button>
      )}
    </section>
  )
}

interface PasskeyEntryProps extends PanelProps {
  passkey: Passkey
  /** @param passkey null: it was removed */
  onChange: (passkey: Passkey | null) => void
}

/** A passkey with its buttons, or the field for its new name. */
function PasskeyEntry(props: PasskeyEntryProps) {
  const { client, texts, action, focusTitle, passkey, onChange } = props
  const [isRenaming, setRenaming] = useState(false)
  const renamed = (named: Passkey | null): void => {
    setRenaming(false)
    if (named) onChange(named)
    // The form is gone.
    focusTitle()
  }
  const remove = async (signal: AbortSignal): Promise<{ message?: string }> => {
    await client.removeMemberPasskey({ passkeyId: passkey.id }, { signal })
    onChange(null)
    return {}
  }
  if (isRenaming)
    return (
      <li className="entry">
        <Renaming {...props} passkey={passkey} onEnd={renamed} />
      </li>
    )
  return (
    <Entry name={passkey.name} notes={notesOf(passkey, texts)}>
      <div className="row">
        <Button look="secondary" label={`${texts.passkey_rename} ${passkey.name}`} onClick={() => setRenaming(true)}>
          {texts.passkey_rename}
        </Button>
        <Removal {...{ texts, action, focusTitle }} about={passkey.name} work={remove}>
          {texts.remove_button}
        </Removal>
      </div>
    </Entry>
  )
}

interface RenamingProps extends PanelProps {
  passkey: Passkey
  /** @param passkey with its new name; null: canceled */
  onEnd: (passkey: Passkey | null) => void
}

function Renaming({ client, texts, notify, titleId, passkey, onEnd }: RenamingProps) {
  const form = useForm({
    texts,
    notify,
    read: (data) => {
      const name = textOf(data, 'passkey-name').trim()
      return { input: name, errors: { 'passkey-name': !name && 'required_error_message' } }
    },
    send: async (name, signal) =>
      onEnd((await client.renameMemberPasskey({ passkeyId: passkey.id, name }, { signal })).data),
  })
  return (
    <Form form={form} titleId={titleId}>
      <Field
        {...form.field('passkey-name')}
        label={texts.passkey_name}
        defaultValue={passkey.name}
        autoComplete="off"
      />
      <div className="row">
        <SubmitButton texts={texts} busy={form.busy}>
          {texts.save_button}
        </SubmitButton>
        <Button look="link" onClick={() => onEnd(null)}>
          {texts.cancel_button}
        </Button>
      </div>
    </Form>
  )
}

function notesOf({ isSynced, lastUsedAt }: Passkey, texts: PanelProps['texts']): (string | false)[] {
  const date = lastUsedAt !== null && dateOf(lastUsedAt)
  return [
    isSynced ? texts.passkey_synced : texts.passkey_device_only,
    date && fillText(texts.passkey_last_used, { date }),
  ]
}

const dateOf = (time: string): string => new Date(time).toLocaleDateString(pageLocale(window))

/** The heading is a button: it opens the setup, or shows what can be done. */
function TwoStepVerification(props: PanelProps) {
  const { client, texts, action, focusTitle } = props
  const id = useId()
  const [status, setStatus] = useLoaded(async () => (await client.getMemberSignIn()).data.secondFactor)
  const [isOpen, setOpen] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>([])
  if (!status || (!status.isOn && !status.isOffered)) return null
  const open = (): void => {
    if (status.isOn) setOpen(!isOpen)
    else void client.openModal('SECOND_FACTOR_SETUP')
  }
  const turnOff = async (signal: AbortSignal): Promise<{ message?: string }> => {
    await client.removeMemberTotp({ signal })
    setStatus({ ...status, isOn: false })
    focusTitle()
    return {}
  }
  const renew = async (signal: AbortSignal): Promise<{ message?: string }> => {
    setCodes((await client.createMemberRecoveryCodes({ signal })).data.recoveryCodes)
    return { message: '' }
  }
  return (
    <section className="security-part" aria-labelledby={id}>
      <h3 id={id}>{texts.two_step_verification}</h3>
      <p className="muted">{status.isOn ? texts.two_step_on : texts.two_step_off}</p>
      {status.endsAt !== null && (
        <Ending {...props} endsAt={status.endsAt} onCanceled={() => setStatus({ ...status, endsAt: null })} />
      )}
      <Button look="secondary" busy={action.busy} onClick={open}>
        {texts.two_step_verification}
      </Button>
      {isOpen && (
        <div className="row">
          <Button look="secondary" onClick={() => void action.run(renew)}>
            {texts.two_step_new_codes}
          </Button>
          <div className="danger">
            <Button look="secondary" onClick={() => void action.run(turnOff)}>
              {texts.two_step_turn_off}
            </Button>
          </div>
        </div>
      )}
      {codes.length > 0 && <RecoveryCodes {...props} codes={codes} onSaved={() => setCodes([])} />}
    </section>
  )
}

/** Someone asked for its removal; any session can cancel that. */
function Ending({
  client,
  texts,
  action,
  focusTitle,
  endsAt,
  onCanceled,
}: PanelProps & { endsAt: string; onCanceled: () => void }) {
  const cancel = async (signal: AbortSignal): Promise<{ message?: string }> => {
    await client.cancelMemberRecovery({ signal })
    onCanceled()
    focusTitle()
    return {}
  }
  return (
    <>
      <p role="alert">{fillText(texts.two_step_ends, { date: dateOf(endsAt) })}</p>
      <Button look="secondary" onClick={() => void action.run(cancel)}>
        {texts.cancel_button}
      </Button>
    </>
  )
}
