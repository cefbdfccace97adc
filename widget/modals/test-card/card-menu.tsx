import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { TestCard } from '../../../contract/test-cards'
import { deepActiveElement } from '../../lib/dom'
import type { Texts } from '../texts/default-texts'
import { cardGroups, cardNames } from './card-groups'

interface CardMenuProps {
  /** Id of the button that opened it: it names the menu. */
  openerId: string
  texts: Texts
  /** Whether the last item has the focus at first, instead of the first. */
  fromEnd: boolean
  onChoose: (card: TestCard) => void
  onClose: () => void
}

/** Where a key leads to, from item `at` of `count`. */
const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/** The other cards as a menu (ARIA Authoring Practices, menu button): arrows, Home and End move, Escape and Tab close. */
export function CardMenu({ openerId, texts, fromEnd, onChoose, onClose }: CardMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const focusItem = (step: (at: number, count: number) => number): void => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const focused = deepActiveElement(document)
    const at = items.findIndex((item) => item === focused)
    items[step(at, items.length)]?.focus()
  }
  // As it appears; from then on the keys move the focus.
  const arrive = useEffectEvent(() => {
    // On a low window its end would lie below the edge, and little says that there is more.
    menu.current?.scrollIntoView({ block: 'nearest' })
    focusItem((_, count) => (fromEnd ? count - 1 : 0))
  })
  useLayoutEffect(() => arrive(), [])
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key]
    if (step) focusItem(step)
    // The Tab key goes on from the button, to which closing gives the focus back.
    if (event.key === 'Tab') return onClose()
    if (event.key === 'Escape') onClose()
    else if (!step) return
    // Escape is to close the menu alone, arrows are not to scroll what is behind it.
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={menu}
      className="card-menu"
      part="menu"
      role="menu"
      aria-labelledby={openerId}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {cardGroups.map(({ title, cards }) => (
        <fieldset key={title}>
          <legend className="muted">{texts[title]}</legend>
          {cards.map((card) => (
            <button key={card.name} type="button" role="menuitem" tabIndex={-1} onClick={() => onChoose(card)}>
              {texts[cardNames[card.name]]} <bdi>{card.number}</bdi>
            </button>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
