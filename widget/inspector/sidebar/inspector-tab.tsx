import { useStore } from '@nanostores/react'
import { useContext, useEffect, useRef, useState } from 'react'
import type { InspectorItem, ItemType, LogRow } from '../store'
import { Disclosure, GroupTitle, Icon, MemberStatus, ValueBox, WaitingNote } from './parts'
import { CopyContext, type Help, useSidebar } from './sidebar-context'

const groups = [
  { title: 'Cart', types: ['cart'] },
  { title: 'Errors', types: ['error'] },
  { title: 'Warnings', types: ['warning'] },
  { title: 'Events', types: ['plan-price-clicked', 'content-removed'] },
  { title: 'Attributes Found', types: ['found'] },
] as const satisfies readonly { title: string; types: readonly ItemType[] }[]

/** The items of the page and the log. */
export function InspectorTab({ help }: { help: Help }) {
  const { store, report } = useSidebar()
  const items = useStore(store.inspectorData)
  const isOn = useStore(store.xRayMode)
  const copy = useContext(CopyContext)
  return (
    <>
      <div className="summary">
        <div>
          <strong>{items.length === 1 ? '1 item' : `${items.length} items`}</strong>
          <MemberStatus />
        </div>
        <button type="button" role="switch" aria-checked={isOn} onClick={() => store.xRayMode.set(!isOn)}>
          X-ray
        </button>
      </div>
      <div className="head">
        <h2>Events &amp; Errors</h2>
        <button type="button" onClick={() => copy(report())}>
          Copy report
        </button>
      </div>
      {items.length === 0 && (
        <p className="note">Nothing on this page needs a look, and no attribute of ours is on it.</p>
      )}
      {groups.map(({ title, types }) => {
        const own = items.filter(({ type }) => types.some((one) => one === type))
        return (
          own.length > 0 && (
            <Disclosure
              key={title}
              className="group"
              heading="h3"
              startsOpen
              title={<GroupTitle name={title} count={own.length} />}
            >
              <ItemRows items={own} help={help} />
            </Disclosure>
          )
        )
      })}
      <LogRows />
    </>
  )
}

/** Rendering many more at once would block the page. */
const ROWS_AT_FIRST = 100

/** The rows of one group; a long one is shortened at first. */
function ItemRows({ items, help }: { items: readonly InspectorItem[]; help: Help }) {
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  // The focused button is gone: focus the first new row.
  useEffect(() => {
    if (showsAll) list.current?.children[ROWS_AT_FIRST]?.querySelector('button')?.focus()
  }, [showsAll])
  const shown = showsAll ? items : items.slice(0, ROWS_AT_FIRST)
  return (
    <>
      <ul ref={list}>
        {shown.map((item) => (
          <ItemRow key={item.key} item={item} help={help} />
        ))}
      </ul>
      {shown.length < items.length && (
        <button type="button" className="button" onClick={() => setShowsAll(true)}>
          Show all {items.length}
        </button>
      )}
    </>
  )
}

/** Opening it scrolls to its element on the page. */
function ItemRow({ item, help }: { item: InspectorItem; help: Help }) {
  const { reveal } = useSidebar()
  const [next, setNext] = useState(0)
  const { elements } = item
  const show = (): void => {
    const element = elements[next % elements.length]
    setNext(next + 1)
    if (element) reveal(element)
  }
  const title = (
    <>
      <Icon name={item.type} />
      <span>
        <b>{item.title}</b>
        {item.own && <small className="own">extra check</small>}
        {item.message && <small>{item.message}</small>}
      </span>
    </>
  )
  return (
    <li data-type={item.type}>
      <Disclosure title={title} onOpen={show}>
        <code>{item.attribute}</code>
        {item.type === 'cart' && <CartValues />}
        <HelpTexts id={item.id} help={help} />
        {elements.length > 0 && (
          <button type="button" className="button" onClick={show}>
            {elements.length > 1 ? `Show next of ${elements.length}` : 'Show on page'}
          </button>
        )}
      </Disclosure>
    </li>
  )
}

/** What an item means and how to fix it. */
function HelpTexts({ id, help }: { id: string; help: Help }) {
  const { apiUrl } = useSidebar()
  if (!help.value) return <WaitingNote request={help} />
  const entry = help.value.find((one) => one.id === id)
  if (!entry) return <p className="note">There is no explanation of this yet.</p>
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

/** The choice that waits in this browser tab for a login. */
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
        <ValueBox label="Takes the place of other plans" value={cart.price ? cart.swapsPrice : cart.swapsPlans} />
      </>
    )
  )
}

/** The newest first. */
function LogRows() {
  const rows = useStore(useSidebar().store.log)
  return (
    <Disclosure className="group" heading="h3" title={<GroupTitle name="Log" count={rows.length} />}>
      {rows.length === 0 && <p className="note">Nothing has happened yet.</p>}
      <ol>
        {rows
          .map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows are only added at the end
            <li key={index} data-kind={row.kind}>
              <Row row={row} />
            </li>
          ))
          // oxlint-disable-next-line unicorn/no-array-reverse -- what map gives is ours; Firefox 114 has no toReversed
          .reverse()}
      </ol>
    </Disclosure>
  )
}

function Row({ row: { at, text, detail } }: { row: LogRow }) {
  const title = (
    <span>
      <time>{new Date(at).toLocaleTimeString('en-GB')}</time> {text}
    </span>
  )
  return detail === undefined ? (
    <p>{title}</p>
  ) : (
    <Disclosure title={title}>
      <ValueBox label="Sent" value={detail} />
    </Disclosure>
  )
}
