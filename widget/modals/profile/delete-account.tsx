import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../ui/button'
import type { PanelProps } from './panel'

/** Asks once more before it deletes; afterwards the page goes to the site's root. */
export function DeleteAccount({ client, texts, action }: PanelProps) {
  const [step, setStep] = useState<'untouched' | 'asking' | 'cancelled'>('untouched')
  const box = useRef<HTMLFieldSetElement>(null)
  const id = useId()
  useEffect(() => {
    // The button that had the focus is gone. Of the two that ask, the harmless one comes first.
    if (step !== 'untouched') box.current?.querySelector('button')?.focus()
  }, [step])
  const remove = () =>
    action.run(async () => {
      await client.deleteMember()
      location.assign(new URL('/', location.href))
      return { message: '' }
    })
  const asking = step === 'asking'
  return (
    <fieldset
      ref={box}
      className="security-part delete-account"
      aria-labelledby={id}
      aria-describedby={asking ? `${id}-more` : undefined}
    >
      <h3 id={id}>{asking ? texts.delete_confirmation_title : texts.delete_account}</h3>
      {asking && <p id={`${id}-more`}>{texts.delete_confirmation_message}</p>}
      <div className="row">
        {asking && (
          <Button look="secondary" onClick={() => setStep('cancelled')}>
            {texts.cancel_button}
          </Button>
        )}
        <div className="danger">
          <Button look="secondary" onClick={asking ? () => void remove() : () => setStep('asking')}>
            {asking ? texts.yes_delete_account : texts.delete_account}
          </Button>
        </div>
      </div>
    </fieldset>
  )
}
