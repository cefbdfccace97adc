import { useState } from 'react'
import { fillText, localDate } from '../../lib/texts'
import type { MemberSignIn, Passkey } from '../../public'
import { pageLocale } from '../texts/translations'
import { offersPasskeys } from '../passkey-login'
import { RecoveryCodes } from '../second-factor-setup'
import { Button, SubmitButton } from '../ui/button'
import { Field } from '../ui/field'
import { Form, textOf, useForm } from '../ui/form'
import { AskingButton, Entry, type PanelProps, Removal, Trouble } from './panel'

interface PasskeysProps extends PanelProps {
  /** When the tab was opened. */
  initial: readonly Passkey[]
}

/** Passkeys of the member, with “Add a passkey”. */
export function Passkeys(props: PasskeysProps) {
  const { client, app, texts, action, initial } = props
  const [passkeys, setPasskeys] = useState(initial)
  const isOffered = offersPasskeys(app)
  if (!isOffered && passkeys.length === 0) return null
  const add = (): void =>
    void action.run(async (signal) => {
      const { data } = await client.addMemberPasskey({}, { signal })
      setPasskeys((current) => [...current, data])
      return {}
    })
  return (
    <Entry name={texts.passkeys_title}>
      {isOffered && (
        <Button look="secondary" busy={action.busy} onClick={add}>
          {texts.add_passkey}
        </Button>
      )}
      {passkeys.length > 0 && (
        <ul>
          {passkeys.map((passkey) => (
            <PasskeyEntry
              key={passkey.id}
              {...props}
              passkey={passkey}
              onChange={(now) =>
                setPasskeys((current) =>
                  current.flatMap((one) => (one.id !== passkey.id ? [one] : now === null ? [] : [now])),
                )
              }
            />
          ))}
        </ul>
      )}
    </Entry>
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
    <Form form={form} titleId={titleId} label={`${texts.passkey_rename} ${passkey.name}`}>
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

const dateOf = (time: string): string => localDate(time, pageLocale(window))

interface TwoStepProps extends PanelProps {
  /** When the tab was opened. */
  initial: MemberSignIn['secondFactor']
}

/** Whether it is on, and what can be done about it. */
export function TwoStepVerification(props: TwoStepProps) {
  const { client, texts, action, focusTitle, initial } = props
  const [status, setStatus] = useState(initial)
  const [codes, setCodes] = useState<readonly string[]>([])
  const { isOn, endsAt } = status
  if (!isOn && !status.isOffered) return null
  const end = (call: (options: { signal: AbortSignal }) => Promise<unknown>, changes: Partial<typeof status>): void =>
    void action.run(async (signal) => {
      await call({ signal })
      setStatus({ ...status, ...changes })
      focusTitle()
      return {}
    })
  const renew = async (signal: AbortSignal): Promise<{ message?: string }> => {
    setCodes((await client.createMemberRecoveryCodes({ signal })).data.recoveryCodes)
    return { message: '' }
  }
  return (
    <Entry
      name={texts.two_step_verification}
      state={isOn ? { text: texts.two_step_on, mood: 'good' } : { text: texts.two_step_off, mood: 'over' }}
    >
      {isOn ? (
        <div className="row">
          <Button look="secondary" onClick={() => void action.run(renew)}>
            {texts.two_step_new_codes}
          </Button>
          <AskingButton
            texts={texts}
            onSure={() => end((options) => client.removeMemberTotp(options), { isOn: false })}
          >
            {texts.two_step_turn_off}
          </AskingButton>
        </div>
      ) : (
        <SetUpButton {...props} />
      )}
      {endsAt !== null && (
        <Ending
          {...props}
          endsAt={endsAt}
          onCancel={() => end((options) => client.cancelMemberRecovery(options), { endsAt: null })}
        />
      )}
      {codes.length > 0 && <RecoveryCodes {...props} codes={codes} onSaved={() => setCodes([])} />}
    </Entry>
  )
}

const SetUpButton = ({ client, texts }: TwoStepProps) => (
  <Button
    look="secondary"
    label={`${texts.two_step_turn_on} ${texts.two_step_verification}`}
    onClick={() => void client.openModal('SECOND_FACTOR_SETUP')}
  >
    {texts.two_step_turn_on}
  </Button>
)

interface EndingProps extends Pick<PanelProps, 'texts'> {
  endsAt: string
  onCancel: () => void
}

/** Someone asked for its removal; any session can cancel that. */
const Ending = ({ texts, endsAt, onCancel }: EndingProps) => (
  <Trouble>
    <p role="alert">{fillText(texts.two_step_ends, { date: dateOf(endsAt) })}</p>
    <Button look="secondary" onClick={onCancel}>
      {texts.cancel_button}
    </Button>
  </Trouble>
)
