import { useStore } from '@nanostores/react'
import { useContext, useState } from 'react'
import { type InspectorItem, type ItemType, logKinds, type LogRow } from '../store'
import { ItemRows } from './item-rows'
import { Disclosure, GroupTitle, MemberStatus, ValueBox } from './parts'
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
  const { shown, fields } = useFilter(items)
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
        <button type="button" onClick={() => copy(report('text'))}>
          Copy report
        </button>
      </div>
      {items.length === 0 && <p className="note">No issues. This page has no data-ms attributes.</p>}
      {items.length > 0 && fields}
      {items.length > 0 && shown.length === 0 && <p className="note">No item matches.</p>}
      <Groups items={shown} help={help} />
      {items.length > 0 && (
        <div className="exports">
          <button type="button" className="button" onClick={() => copy(report('markdown'))}>
            Copy as Markdown
          </button>
          <button type="button" className="button" onClick={() => copy(report('json'))}>
            Copy as JSON
          </button>
        </div>
      )}
      <LogRows />
    </>
  )
}

/** The items by kind; a kind without items has no heading. */
function Groups({ items, help }: { items: readonly InspectorItem[]; help: Help }) {
  return groups.map(({ title, types }) => {
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
  })
}

/** Items that contain the typed words, or errors only. */
function useFilter(items: readonly InspectorItem[]) {
  const [words, setWords] = useState('')
  const [onlyErrors, setOnlyErrors] = useState(false)
  const wanted = words.toLowerCase().split(/\s+/)
  const shown = items.filter((item) => {
    const text = [item.number, item.id, item.attribute, item.title, item.message].join(' ').toLowerCase()
    return (!onlyErrors || item.type === 'error') && wanted.every((word) => text.includes(word))
  })
  const fields = (
    <div className="filter">
      <input
        type="search"
        placeholder="Search"
        aria-label="Search items"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <button type="button" aria-pressed={onlyErrors} onClick={() => setOnlyErrors(!onlyErrors)}>
        Errors only
      </button>
    </div>
  )
  return { shown, fields }
}

const kindNames: Record<LogRow['kind'], string> = {
  call: 'Calls',
  error: 'Errors',
  redirect: 'Redirects',
  gating: 'Gating',
  choice: 'Plans and prices',
  page: 'Pages',
}

/** Newest first. */
function LogRows() {
  const rows = useStore(useSidebar().store.log)
  const [wanted, setWanted] = useState('')
  const shown = rows.filter(({ kind }) => wanted === '' || kind === wanted)
  return (
    <Disclosure className="group" heading="h3" title={<GroupTitle name="Log" count={rows.length} />}>
      {rows.length > 0 && (
        <div className="filter">
          <select aria-label="Filter the log" value={wanted} onChange={({ target }) => setWanted(target.value)}>
            <option value="">All</option>
            {logKinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindNames[kind]}
              </option>
            ))}
          </select>
        </div>
      )}
      {shown.length === 0 && <p className="note">{rows.length === 0 ? 'Nothing logged yet.' : 'No row matches.'}</p>}
      <ol>
        {shown
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
