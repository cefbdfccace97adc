import { useState } from 'react'
import type { InspectorItem } from '../item'
import { CartValues } from './cart-values'
import { Disclosure } from './disclosure'
import { HelpTexts } from './help-texts'
import { Icon } from './icon'
import { useSidebar } from './sidebar-context'
import type { Help } from './use-help'

/** One finding. Whoever opens it is led to its element on the page. */
export function ItemRow({ item, help }: { item: InspectorItem; help: Help }) {
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
