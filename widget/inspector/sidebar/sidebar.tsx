import { useStore } from '@nanostores/react'
import type { KeyboardEvent } from 'react'
import { AppTab } from './app-tab'
import { CopyNotice } from './copy-notice'
import { Icon } from './icon'
import { InspectorTab } from './inspector-tab'
import { Links } from './links'
import { MemberTab } from './member-tab'
import { CopyContext, useSidebar } from './sidebar-context'
import { TabList } from './tab-list'
import { useCopy } from './use-copy'
import { useHelp } from './use-help'

const opposites = { left: 'right', right: 'left' } as const

/** Our texts are English on every page, so they read from left to right on every page. */
export function Sidebar() {
  const { store, close } = useSidebar()
  const isOpen = useStore(store.showSidebar)
  const side = useStore(store.showSide)
  const tab = useStore(store.showTab)
  const { notice, copy, dismiss } = useCopy()
  const help = useHelp(isOpen)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    // The page may have an Escape of its own.
    event.stopPropagation()
    if (notice) dismiss()
    else close()
  }
  return (
    <CopyContext value={copy}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it wherever the focus is within */}
      <aside
        aria-label="Membership inspector"
        lang="en"
        dir="ltr"
        data-side={side}
        hidden={!isOpen}
        onKeyDown={onKeyDown}
      >
        <button
          type="button"
          className="side"
          aria-label={`Move to the ${opposites[side]}`}
          onClick={() => store.showSide.set(opposites[side])}
        >
          <Icon name="chevron" />
        </button>
        <TabList />
        <div className="scroll" role="tabpanel" id="panel" aria-labelledby={tab}>
          {tab === 'inspector' && <InspectorTab help={help} />}
          {tab === 'member' && <MemberTab />}
          {tab === 'app' && <AppTab />}
          <Links />
        </div>
        <CopyNotice notice={notice} onDismiss={dismiss} />
      </aside>
    </CopyContext>
  )
}
