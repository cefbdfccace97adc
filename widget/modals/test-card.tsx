import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { TEST_CARD_FLASH_MS } from '../../contract/limits'
import { type TestCard, testCards } from '../../contract/test-cards'
import type { ScreenProps, ShownScreen } from './screen'
import type { TextKey, Texts } from './texts/english'
import { Button } from './ui/button'
import { moveFocus } from './ui/dialog'
import { Heading } from './ui/heading'
import { useCopy } from './ui/use-copy'

/** All test cards of the provider for live payments. The test checkout accepts those of `contract/test-cards`. */
const FULL_LIST = 'https://docs.stripe.com/testing'

/** The cards of Test Mode, to copy (seed 001 section 2, test-card modal). */
export function TestCardScreen({ texts, titleId, apiUrl, notify, done, close }: ScreenProps<'TEST_CARD'>) {
  const onContinue = (): void => {
    done({ type: 'CONTINUE', data: null })
    close()
  }
  return (
    <div className="test-card">
      <Heading id={titleId}>{texts.test_card_title}</Heading>
      <p>{texts.test_card_subtitle}</p>
      {apiUrl && <DemoVideo apiUrl={apiUrl} label={texts.test_card_video_label} />}
      <CopyCard texts={texts} notify={notify} />
      <p className="muted hint">{texts.test_card_instructions}</p>
      <a className="link" part="link" href={FULL_LIST} target="_blank" rel="noopener">
        {texts.test_card_full_list}
      </a>
      <Button look="secondary" onClick={onContinue}>
        {texts.test_card_continue}
      </Button>
    </div>
  )
}

/** Whether "continue" is the only visible way to close the screen. Escape then continues too. */
export const onlyContinues = ({ name, params }: ShownScreen): boolean =>
  name === 'TEST_CARD' && 'hideCloseButton' in params && params.hideCloseButton

/** A card's number, a button that copies the main card, and one that opens the menu of other cards. */
function CopyCard({ texts, notify }: Pick<ScreenProps<'TEST_CARD'>, 'texts' | 'notify'>) {
  const [card, setCard] = useState(mainCard)
  const field = useRef<HTMLInputElement>(null)
  const split = useRef<HTMLDivElement>(null)
  // The dialog opened without a click, so focus its main button. Screen readers have just read its name.
  useEffect(() => split.current?.querySelector('button')?.focus(), [])
  const { copied, copy } = useCopy({ texts, notify, milliseconds: TEST_CARD_FLASH_MS, field: () => field.current })
  const choose = (wanted: TestCard): void => {
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
        <Button onClick={() => choose(mainCard)}>
          {copied ? texts.test_card_copied_button : texts.test_card_copy_button}
        </Button>
        <MenuButton {...menu.opener} label={texts.test_card_alternatives} />
        {menu.isOpen && (
          <CardMenu
            {...menu.list}
            texts={texts}
            onChoose={(chosen) => {
              menu.list.onClose()
              choose(chosen)
            }}
          />
        )}
      </div>
      <output className="visually-hidden">{copied && texts.test_card_copied_button}</output>
    </>
  )
}

type MenuButtonProps = ReturnType<typeof useMenu>['opener'] & { label: string }

function MenuButton({ label, ...opener }: MenuButtonProps) {
  return (
    <button {...opener} type="button" className="button" part="button" aria-label={label} title={label}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d="m4 6.5 4 4 4-4" />
      </svg>
    </button>
  )
}

const cardNames = {
  main: 'test_card_visa',
  visa: 'test_card_visa',
  mastercard: 'test_card_mastercard',
  amex: 'test_card_amex',
  'generic-decline': 'test_card_generic_decline',
  'insufficient-funds': 'test_card_insufficient_funds',
} as const satisfies Record<TestCard['name'], TextKey>

const [main, ...others] = testCards

/** The card that the button copies. */
const mainCard: TestCard = main

/** The other cards, by payment result. */
const cardGroups: readonly { title: TextKey; cards: readonly TestCard[] }[] = [
  { title: 'test_successful_payments', cards: others.filter(({ outcome }) => outcome === 'paid') },
  { title: 'test_declined_payments', cards: others.filter(({ outcome }) => outcome !== 'paid') },
]

interface CardMenuProps {
  /** ID of the button that names the menu. */
  openerId: string
  texts: Texts
  /** Whether the last item gets the focus first. */
  fromEnd: boolean
  onChoose: (card: TestCard) => void
  onClose: () => void
}

/**
 * The other cards as a menu (ARIA Authoring Practices, menu button): arrows, Home and End move; Escape and Tab close.
 */
function CardMenu({ openerId, texts, fromEnd, onChoose, onClose }: CardMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const move = (key: string): boolean =>
    moveFocus(key, menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])
  const onOpen = useEffectEvent(() => {
    // In a low window, its end would be hidden without a hint.
    menu.current?.scrollIntoView({ block: 'nearest' })
    move(fromEnd ? 'End' : 'Home')
  })
  useLayoutEffect(() => onOpen(), [])
  const onKeyDown = (event: KeyboardEvent): void => {
    const hasMoved = move(event.key)
    // Closing focuses the button. Tab moves on from there.
    if (event.key === 'Tab') return onClose()
    if (event.key === 'Escape') onClose()
    else if (!hasMoved) return
    // Escape must not close the dialog, and arrows must not scroll it.
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

/**
 * A button with a menu: a click toggles it, the arrow keys open it at its first or last item, a press elsewhere closes
 * it.
 * @param around contains both
 */
function useMenu(around: RefObject<HTMLElement | null>) {
  const id = useId()
  const [end, setEnd] = useState<'first' | 'last' | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = end !== null
  useEffect(() => {
    if (!isOpen) return undefined
    const onPress = (event: Event): void => {
      if (around.current && !event.composedPath().includes(around.current)) setEnd(null)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [isOpen, around])
  return {
    isOpen,
    opener: {
      ref: button,
      id,
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      onClick: () => setEnd(isOpen ? null : 'first'),
      onKeyDown: (event: KeyboardEvent) => {
        if (!/^Arrow(Up|Down)$/.test(event.key)) return
        // Otherwise the page would scroll.
        event.preventDefault()
        setEnd(event.key === 'ArrowUp' ? 'last' : 'first')
      },
    },
    list: {
      openerId: id,
      fromEnd: end === 'last',
      /** Focuses the button. */
      onClose: () => {
        setEnd(null)
        button.current?.focus()
      },
    },
  } as const
}

interface DemoVideoProps {
  /** Origin or base URL of the API. */
  apiUrl: string
  label: string
}

/**
 * Shows a payment with a test card. Omitted if a page's CSP (`media-src`) blocks it or the browser does not support the
 * format. The browser's controls can pause it.
 */
export function DemoVideo({ apiUrl, label }: DemoVideoProps) {
  const [broken, setBroken] = useState(false)
  if (broken) return null
  return (
    <video
      className="demo"
      part="video"
      src={`${apiUrl}/media/test-card.webm`}
      aria-label={label}
      muted
      loop
      autoPlay={!matchMedia('(prefers-reduced-motion: reduce)').matches}
      playsInline
      controls
      onError={() => setBroken(true)}
    />
  )
}
