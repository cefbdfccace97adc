import { useStore } from '@nanostores/react'
import type { LogRow } from '../log-row'
import { Disclosure } from './disclosure'
import { GroupTitle } from './group-title'
import { useSidebar } from './sidebar-context'
import { ValueBox } from './value-box'

/** What the widget did, the newest first. */
export function LogRows() {
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
