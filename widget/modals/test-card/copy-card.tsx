import { useEffect, useRef, useState } from 'react'
import { TEST_CARD_FLASH_MS } from '../../../contract/limits'
import type { TestCard } from '../../../contract/test-cards'
import type { ScreenProps } from '../screen'
import { Button } from '../ui/button'
import { useCopy } from '../ui/use-copy'
import { cardNames, mainCard } from './card-groups'
import { CardMenu } from './card-menu'
import { useMenu } from './use-menu'

/** The number of a card, a button that copies the main one, and beside it one that opens the menu of the others. */
export function CopyCard({ texts, notify }: Pick<ScreenProps<'TEST_CARD'>, 'texts' | 'notify'>) {
  const [card, setCard] = useState(mainCard)
  const field = useRef<HTMLInputElement>(null)
  const split = useRef<HTMLDivElement>(null)
  // The way on from a dialog that opens by itself; whoever reads with their ears has just heard its name.
  useEffect(() => split.current?.querySelector('button')?.focus(), [])
  const { copied, copy } = useCopy({ texts, notify, milliseconds: TEST_CARD_FLASH_MS, field: () => field.current })
  const take = (wanted: TestCard): void => {
    setCard(wanted)
    void copy(wanted.number)
  }
  const menu = useMenu(split)
  return (
    <>
      <input
        ref={field}
        className="card-number"
        aria-label={texts[cardNames[card.name]]}
        dir="ltr"
        readOnly
        value={card.number}
      />
      <div ref={split} className="split" data-copied={copied}>
        <Button onClick={() => take(mainCard)}>
          {copied ? texts.test_card_copied_button : texts.test_card_copy_button}
        </Button>
        <button
          {...menu.opener}
          type="button"
          className="button"
          part="button"
          aria-label={texts.test_card_alternatives}
          title={texts.test_card_alternatives}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="m4 6.5 4 4 4-4" />
          </svg>
        </button>
        {menu.isOpen && (
          <CardMenu
            {...menu.list}
            texts={texts}
            onChoose={(chosen) => {
              menu.list.onClose()
              take(chosen)
            }}
          />
        )}
      </div>
      <output className="visually-hidden">{copied && texts.test_card_copied_button}</output>
    </>
  )
}
