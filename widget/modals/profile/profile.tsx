import { useState } from 'react'
import type { Member } from '../../public'
import type { ScreenProps } from '../screen'
import { Header } from './header'
import { Loader } from './loader'
import { Navigation } from './navigation'
import { panels } from './panels'
import type { Action } from './use-action'
import { useNarrow } from './use-narrow'
import { useView } from './use-view'
import { viewTitle } from './view-title'
import { firstView, visibleTabs } from './visible-tabs'

interface ProfileProps extends ScreenProps<'PROFILE'> {
  member: Member
  action: Action
  logout: () => Promise<{ message: string }>
}

/** Navigation and panel: side by side, or one after the other where the window is narrow. */
export function Profile({ client, app, member, texts, titleId, params, notify, action, logout }: ProfileProps) {
  const narrow = useNarrow()
  // A wish counts as it was found: giving up the last plan must not change what the dialog is about.
  const [opening] = useState(() => visibleTabs(app, member, params.tab))
  const requested = firstView(opening, params.tab)
  const tabs = requested ? opening : visibleTabs(app, member, undefined)
  const { view, choose, heading, focusTitle } = useView(requested, tabs, narrow)
  const choosing = (wanted: typeof view): void => {
    notify(null)
    choose(wanted)
  }
  const alone = narrow && view !== null
  const panelTitleId = narrow ? titleId : `${titleId}-panel`
  const Panel = view && panels[view]
  return (
    <>
      <div className="profile" part="profile" data-narrow={narrow} aria-busy={action.busy}>
        <Header
          {...{ app, texts, titleId }}
          headingRef={narrow ? heading : null}
          title={alone ? viewTitle(view, member, texts, true) : member.auth.email}
          onBack={alone ? () => choosing(null) : null}
        />
        {!alone && (
          <Navigation
            {...{ tabs, texts }}
            current={view}
            onChoose={choosing}
            onLogout={requested ? null : () => void action.run(logout)}
          />
        )}
        {view && Panel && (
          <section className="profile-panel" part="profile-panel" aria-labelledby={panelTitleId}>
            {!narrow && (
              <h3 ref={heading} id={panelTitleId} part="title" tabIndex={-1}>
                {viewTitle(view, member, texts, false)}
              </h3>
            )}
            <Panel
              {...{ client, app, member, texts, notify, action, narrow, focusTitle }}
              titleId={panelTitleId}
              show={choose}
            />
          </section>
        )}
      </div>
      <Loader busy={action.busy} texts={texts} />
    </>
  )
}
