import { useEffect, useRef, useState } from 'react'
import type { InspectorItem } from '../item'
import { ItemRow } from './item-row'
import type { Help } from './use-help'

/** Drawing many more at once would hold up the page; and nobody mends them all in one go. */
const ROWS_AT_FIRST = 100

/** The rows of one group; of a long one the beginning, until all are asked for. */
export function ItemRows({ items, help }: { items: readonly InspectorItem[]; help: Help }) {
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  // The button that had the focus is gone: it goes to the first row that came.
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
