import { useStore } from '@nanostores/react'
import { type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { correctedMarkup, correctedTag, markupOf } from '../element-markup'
import type { InspectorItem } from '../store'
import { Disclosure, Icon, ValueBox, WaitingNote } from './parts'
import { CopyContext, type Help, useSidebar } from './sidebar-context'

/** Rendering many more at once would block the page. */
const ROWS_AT_FIRST = 100

/** The rows of one group. A long group is shortened at first. */
export function ItemRows({ items, help }: { items: readonly InspectorItem[]; help: Help }) {
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  // The focused button is gone, so focus the first new row.
  useEffect(() => {
    if (showsAll) list.current?.querySelectorAll('li[data-type]')[ROWS_AT_FIRST]?.querySelector('button')?.focus()
  }, [showsAll])
  const shown = showsAll ? items : items.slice(0, ROWS_AT_FIRST)
  return (
    <>
      <ul ref={list}>
        {runsOf(shown).map((run) =>
          run.length === 1 ? (
            <ItemRow key={run[0].key} item={run[0]} help={help} />
          ) : (
            <li key={`run ${run[0].id}`} className="run">
              <Disclosure startsOpen title={<RunTitle run={run} />}>
                <ul>
                  {run.map((item) => (
                    <ItemRow key={item.key} item={item} help={help} isInRun />
                  ))}
                </ul>
              </Disclosure>
            </li>
          ),
        )}
      </ul>
      {shown.length < items.length && (
        <button type="button" className="button" onClick={() => setShowsAll(true)}>
          Show all {items.length}
        </button>
      )}
    </>
  )
}

type Run = readonly [InspectorItem, ...InspectorItem[]]

/** Items of the same rule, which follow each other. */
function runsOf(items: readonly InspectorItem[]): Run[] {
  const runs: [InspectorItem, ...InspectorItem[]][] = []
  for (const item of items) {
    const last = runs.at(-1)
    if (last && isAlike(last[0], item)) last.push(item)
    else runs.push([item])
  }
  return runs
}

const isAlike = (one: InspectorItem, other: InspectorItem): boolean =>
  one.id === other.id && one.type === other.type && one.title === other.title

const RunTitle = ({ run }: { run: Run }) => (
  <>
    <Icon name={run[0].type} />
    <b>{run[0].title}</b>
    <span className="number">{run.length}</span>
  </>
)

interface ItemRowProps {
  item: InspectorItem
  help: Help
  /** Its title is above it. */
  isInRun?: boolean
}

/** Opening a row scrolls to its element. A click on its pin on the page opens it. */
function ItemRow({ item, help, isInRun = false }: ItemRowProps) {
  const { reveal, store } = useSidebar()
  const [next, setNext] = useState(0)
  const [place, setPlace] = useState('')
  const { elements } = item
  const row = useRef<HTMLLIElement>(null)
  useChosen(item, row)
  const show = (): void => {
    const element = elements[next % elements.length]
    setNext(next + 1)
    if (element) setPlace(reveal(element))
  }
  const point = (): void => store.pointedElement.set(elements[0] ?? null)
  const unpoint = (): void => store.pointedElement.set(null)
  const count = item.type === 'found' && elements.length > 1 ? elements.length : null
  const title = (
    <>
      {isInRun ? null : <Icon name={item.type} />}
      {item.number !== undefined && <span className="pin-number">{item.number}</span>}
      <span>
        {!isInRun && <b>{item.title}</b>}
        {item.own && <small className="own">extra check</small>}
        {(item.message || isInRun) && <small>{item.message ?? item.title}</small>}
      </span>
      {count !== null && <span className="number">{count}</span>}
    </>
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- points at the element on the page; its buttons act
    <li
      ref={row}
      data-type={item.type}
      onPointerEnter={point}
      onPointerLeave={unpoint}
      onFocus={point}
      onBlur={unpoint}
    >
      <Disclosure title={title} onOpen={show}>
        <FixCard item={item} />
        {item.type === 'cart' && <CartValues />}
        <HelpTexts id={item.id} help={help} />
        {elements.length > 0 && (
          <button type="button" className="button" onClick={show}>
            {elements.length > 1 ? `Show next of ${elements.length}` : 'Show on page'}
          </button>
        )}
        <output className="where">{place}</output>
      </Disclosure>
    </li>
  )
}

/** Opens the row whose pin was clicked on the page, and scrolls to it. */
function useChosen({ number }: InspectorItem, row: RefObject<HTMLLIElement | null>): void {
  const { chosenNumber } = useSidebar().store
  const isChosen = useStore(chosenNumber) === (number ?? 0)
  useEffect(() => {
    if (!isChosen) return
    chosenNumber.set(null)
    const button = row.current?.querySelector<HTMLElement>('.row')
    if (button?.getAttribute('aria-expanded') === 'false') button.click()
    button?.focus()
    button?.scrollIntoView({ block: 'nearest' })
  }, [isChosen, chosenNumber, row])
}

/** The markup of the element with its wrong part marked, and the correction if it is known. */
function FixCard({ item: { elements, attribute, fix, type } }: { item: InspectorItem }) {
  const copy = useContext(CopyContext)
  const [element] = elements
  if (!element || (type !== 'error' && type !== 'warning')) return <code>{attribute}</code>
  const { before, wrong, after } = markupOf(element, attribute, fix)
  return (
    <>
      <code className="source">
        {before}
        {wrong && <mark>{wrong}</mark>}
        {after}
      </code>
      {fix && (
        <>
          <h4>Fix</h4>
          <code className="source">{correctedMarkup(element, fix)}</code>
          <button type="button" className="button" onClick={() => copy(correctedTag(element, fix))}>
            Copy fix
          </button>
        </>
      )}
    </>
  )
}

/** Explains an item and how to fix it. */
function HelpTexts({ id, help }: { id: string; help: Help }) {
  const { apiUrl } = useSidebar()
  if (!help.value) return <WaitingNote request={help} />
  const entry = help.value.find((one) => one.id === id)
  if (!entry) return <p className="note">No help for this item yet.</p>
  return (
    <>
      <p>{entry.description}</p>
      {entry.helpItems.length > 0 && <h4>Need help?</h4>}
      {entry.helpItems.map(({ title, description }) => (
        <Disclosure key={title} title={<span>{title}</span>}>
          <p>{description}</p>
        </Disclosure>
      ))}
      <a href={`${apiUrl}/${entry.documentationLink}`} target="_blank" rel="noopener">
        Documentation
      </a>
    </>
  )
}

/** The choice remembered in this tab. */
function CartValues() {
  const cart = useStore(useSidebar().store.cartData)
  return (
    cart && (
      <>
        {cart.price && <ValueBox label="Price" value={cart.price} />}
        {cart.plans.map((plan) => (
          <ValueBox key={plan} label="Plan" value={plan} />
        ))}
        {cart.coupon && <ValueBox label="Coupon" value={cart.coupon} />}
        <ValueBox label="Replaces other plans" value={cart.price ? cart.swapsPrice : cart.swapsPlans} />
      </>
    )
  )
}
