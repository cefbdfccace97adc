import { useState } from 'react'
import { Review, differing, useItemWrite, useSavedToast } from '../../features/edit-dialog'
import { isJson } from '../../lib/json'
import type { Json } from '../../lib/json'
import { editTexts } from '../../texts/english/edit'
import { paymentTexts } from '../../texts/english/plans'
import { useTexts } from '../../texts/texts'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/choices'
import { Card } from '../../ui/page'

const options = ['automaticTax', 'taxIdCollection', 'billingAddress', 'promotionCodes'] as const
type Options = Record<(typeof options)[number], boolean>

const optionsOf = (definition: Json): Options => {
  const stored = isJson(definition['payments']) ? definition['payments'] : {}
  return {
    automaticTax: stored['automaticTax'] === true,
    taxIdCollection: stored['taxIdCollection'] === true,
    billingAddress: stored['billingAddress'] === true,
    promotionCodes: stored['promotionCodes'] === true,
  }
}

interface PaymentOptionsProps {
  definition: Json
  version: number
  mayEdit: boolean
}

/** Options of the Stripe checkout; all are off by default. */
export function PaymentOptions({ definition, version, mayEdit }: PaymentOptionsProps) {
  const t = useTexts(paymentTexts)
  const { yes, no } = useTexts(editTexts)
  const savedToast = useSavedToast()
  const stored = optionsOf(definition)
  const [edited, setEdited] = useState<{ seen: number; options: Options } | null>(null)
  const [isReviewing, setReviewing] = useState(false)
  const shown = edited?.options ?? stored
  const reset = () => {
    setEdited(null)
    setReviewing(false)
  }
  const write = useItemWrite('payments', edited?.seen ?? version, () => {
    savedToast()
    reset()
  })
  const word = (isOn: boolean) => (isOn ? yes : no)
  const changes = differing(
    options.map((option) => ({ label: t[option], before: word(stored[option]), after: word(shown[option]) })),
  )
  return (
    <Card title={t.title} summary={t.summary}>
      <OptionList
        shown={shown}
        isDisabled={!mayEdit}
        onChange={(next) => setEdited({ seen: edited?.seen ?? version, options: next })}
      />
      {mayEdit && (
        <div className="row">
          <Button isDisabled={changes.length === 0} onPress={() => setReviewing(true)}>
            {t.review}
          </Button>
        </div>
      )}
      {isReviewing && (
        <Review
          name={t.title}
          changes={changes}
          write={write}
          onSave={() => write.save('current', shown)}
          onKeep={() => write.keep('current', shown)}
          onBack={() => setReviewing(false)}
          onClose={reset}
        />
      )}
    </Card>
  )
}

interface OptionListProps {
  shown: Options
  isDisabled: boolean
  onChange: (options: Options) => void
}

function OptionList({ shown, isDisabled, onChange }: OptionListProps) {
  const t = useTexts(paymentTexts)
  return (
    <div className="option-list">
      {options.map((option) => (
        <Checkbox
          key={option}
          isSelected={shown[option]}
          isDisabled={isDisabled}
          onChange={(isOn) => onChange({ ...shown, [option]: isOn })}
        >
          <span className="choice-text">
            <span>{t[option]}</span>
            <span className="muted">{t[`${option}Text`]}</span>
          </span>
        </Checkbox>
      ))}
    </div>
  )
}
