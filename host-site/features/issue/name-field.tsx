import { useState } from 'react'
import { isInDrawnScript } from '../../../contract/drawn-scripts'
import { HOLDER_NAME_MAX_CHARS } from '../../../contract/limits'
import { Field } from '../../ui/field'

/** Said before the payment and beside the name's field. Nothing for names that certificates and pictures can show. */
export const NameScriptNote = ({ name }: { name: string }) =>
  isInDrawnScript(name) ? null : (
    <p className="notice">
      The PDF and the pictures of a TrustTag cannot show the script of {name}. They show the link to its page instead,
      which has the name. You may also enter another spelling of your name.
    </p>
  )

interface NameFieldProps {
  /** The member's name in the account. */
  name: string
  error: string | undefined
  onTyped: () => void
}

/** The name for the TrustTag, with what certificates can show of it. */
export function NameField({ name, error, onTyped }: NameFieldProps) {
  const [typed, setTyped] = useState(name)
  return (
    <div
      onInput={({ target }) => {
        if (!(target instanceof HTMLInputElement)) return
        setTyped(target.value)
        onTyped()
      }}
    >
      <Field
        name="holderName"
        label="Name on the TrustTag"
        type="text"
        required
        autoComplete="name"
        maxLength={HOLDER_NAME_MAX_CHARS}
        defaultValue={name}
        hint="Your name as an employer knows it. Everyone who can see the TrustTag sees it. It cannot be changed later."
        error={error}
      />
      <NameScriptNote name={typed} />
    </div>
  )
}
