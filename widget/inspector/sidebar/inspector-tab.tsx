import { useStore } from '@nanostores/react'
import { useContext } from 'react'
import type { ItemType } from '../item'
import { Disclosure } from './disclosure'
import { GroupTitle } from './group-title'
import { ItemRows } from './item-rows'
import { LogRows } from './log-rows'
import { MemberStatus } from './member-status'
import { CopyContext, useSidebar } from './sidebar-context'
import type { Help } from './use-help'

const groups = [
  { title: 'Cart', types: ['cart'] },
  { title: 'Errors', types: ['error'] },
  { title: 'Warnings', types: ['warning'] },
  { title: 'Events', types: ['plan-price-clicked', 'content-removed'] },
  { title: 'Attributes Found', types: ['found'] },
] as const satisfies readonly { title: string; types: readonly ItemType[] }[]

/** What was found on the page, and what has happened on it. */
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
