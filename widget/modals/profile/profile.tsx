import {
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { PROFILE_MOBILE_MAX_WIDTH_PX } from '../../../contract/limits'
import type { App, Member } from '../../public'
import type { ScreenProps } from '../screen'
import type { Texts } from '../texts/english'
import { Spinner } from '../ui/button'
import { purposeOf } from '../custom-fields'
import { moveFocus } from '../ui/dialog'
import { breakable, Logo } from '../ui/heading'
import { LeavingContext } from '../ui/leaving'
import { ChangePassword } from './change-password'
import { type Action, Avatar, BackButton, type PanelProps, PersonIcon } from './panel'
import { PlansTab } from './plans-tab'
import { ProfileTab } from './profile-tab'
import { SecurityTab } from './security-tab'
import { firstView, type TabName, tabs as allTabs, type View, viewTitle, visibleTabs } from './tabs'
import { TeamTab } from './team-tab'

interface ProfileProps extends ScreenProps<'PROFILE'> {
  member: Member
  action: Action
  logout: (signal: AbortSignal) => Promise<{ message: string }>
}

/** Navigation and panel: side by side, or one above the other in a narrow window. */
export function Profile({ client, app, member, texts, titleId, params, notify, action, logout }: ProfileProps) {
  const narrow = useNarrow()
  const { requested, tabs } = useTabs(app, member, params.tab)
  const { view, choose, heading, focusTitle } = useView(requested, tabs, narrow)
  const { leave } = useContext(LeavingContext)
  const choosing = (wanted: typeof view): void =>
    leave(() => {
      notify(null)
      choose(wanted)
    })
  const alone = narrow && view !== null
  const panelTitleId = narrow ? titleId : `${titleId}-panel`
  const Panel = view && panels[view]
  return (
    <>
      <div className="profile" part="profile" data-narrow={narrow} aria-busy={action.busy}>
        <Header
          {...{ app, member, texts, titleId }}
          headingRef={narrow ? heading : null}
          title={alone ? viewTitle(view, member, texts, true) : member.auth.email}
          onBack={alone ? () => choosing(null) : null}
        />
        {!(alone && requested) && (
          <Navigation
            {...{ tabs, texts }}
            isRow={alone}
            current={view}
            onChoose={choosing}
            onLogout={requested ? null : () => leave(() => void action.run(logout))}
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
              show={(wanted) => leave(() => choose(wanted))}
            />
          </section>
        )}
      </div>
      <Loader busy={action.busy} texts={texts} />
    </>
  )
}

const panels: Readonly<Record<View, ComponentType<PanelProps>>> = {
  profile: ProfileTab,
  security: SecurityTab,
  changePassword: ChangePassword,
  plans: PlansTab,
  team: TeamTab,
}

interface HeaderProps {
  app: App
  member: Member
  texts: Texts
  titleId: string
  title: string
  headingRef: RefObject<HTMLHeadingElement | null> | null
  onBack: (() => void) | null
}

/** Who this is. With a way back: what is shown, and whose site it is. */
function Header({ app, member, texts, titleId, title, headingRef, onBack }: HeaderProps) {
  const name = onBack ? null : nameOfMember(member)
  return (
    <div className="profile-header">
      {onBack ? <BackButton texts={texts} onClick={onBack} /> : <Avatar src={member.profileImage} alt="" />}
      {onBack && <Logo app={app} fallback={<PersonIcon />} />}
      <div className="titles">
        {name !== null && (
          <p className="name">
            <bdi>{name}</bdi>
          </p>
        )}
        <h2 ref={headingRef} id={titleId} part="title" className={name === null ? undefined : 'below'} tabIndex={-1}>
          <bdi>{breakable(title)}</bdi>
        </h2>
      </div>
      {!onBack && <Logo app={app} />}
    </div>
  )
}

/** The member's name, from the fields that a browser fills with one; null without. */
function nameOfMember({ customFields }: Member): string | null {
  const found = new Map(Object.entries(customFields).map(([key, value]) => [purposeOf(key), value]))
  const partOf = (purpose: string): string => {
    const value = found.get(purpose)
    return typeof value === 'string' ? value.trim() : ''
  }
  return partOf('name') || `${partOf('given-name')} ${partOf('family-name')}`.trim() || null
}

interface NavigationProps {
  tabs: TabName[]
  texts: Texts
  /** Above the panel, not beside it. */
  isRow: boolean
  /** Null while only the navigation is shown. */
  current: View | null
  onChoose: (tab: TabName) => void
  /** Null if the opener requested one tab only. */
  onLogout: (() => void) | null
}

function Navigation({ tabs, texts, isRow, current, onChoose, onLogout }: NavigationProps) {
  const list = useRef<HTMLUListElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    // Otherwise the dialog would scroll.
    if (moveFocus(event.key, list.current?.querySelectorAll('button') ?? [])) event.preventDefault()
  }
  const currentTab = current === 'changePassword' ? 'security' : current
  const entry = (key: string, text: string, onClick: () => void) => (
    <li key={key}>
      <button
        type="button"
        part="entry"
        aria-current={key === currentTab ? 'page' : undefined}
        {...{ onClick, onKeyDown }}
      >
        {text}
      </button>
    </li>
  )
  return (
    <nav aria-label={texts.profile_navigation} part="navigation" data-row={isRow}>
      <ul ref={list}>
        {allTabs.map(({ name, entry: key }) => tabs.includes(name) && entry(name, texts[key], () => onChoose(name)))}
        {onLogout && entry('logout', texts.logout_button, onLogout)}
      </ul>
    </nav>
  )
}

/** Covers the profile during a call. The live region always exists: screen readers announce only changes in it. */
function Loader({ busy, texts }: { busy: boolean; texts: Texts }) {
  return (
    <output className="loader">
      {busy && (
        <>
          <Spinner />
          <span className="visually-hidden">{texts.loading_text}</span>
        </>
      )}
    </output>
  )
}

/** The tab that the opener requested, null without one, and the tabs to show. */
function useTabs(app: App, member: Member, wanted: ScreenProps<'PROFILE'>['params']['tab']) {
  // The requested tab stays: leaving the last plan must not turn the modal into the whole profile.
  const [opening] = useState(() => visibleTabs(app, member, wanted))
  const requested = firstView(opening, wanted)
  return { requested, tabs: requested ? opening : visibleTabs(app, member, undefined) }
}

interface ViewState {
  /** Null for the navigation alone, in a narrow window. */
  view: View | null
  choose: (view: View | null) => void
  /** The panel's heading, which gets the focus after every change. */
  heading: RefObject<HTMLHeadingElement | null>
  focusTitle: () => void
}

/** @param first null for the first tab */
function useView(first: View | null, tabs: readonly TabName[], narrow: boolean): ViewState {
  const start = tabs[0] ?? 'security'
  const [chosen, choose] = useState<View | null>(first ?? start)
  // A wide window has no navigation without a panel.
  if (!narrow && chosen === null) choose(start)
  const view = chosen ?? (narrow ? null : start)
  const heading = useRef<HTMLHeadingElement>(null)
  const focusTitle = (): void => heading.current?.focus()
  const onChange = useEffectEvent(focusTitle)
  useEffect(() => {
    // That panel is a form, which focuses its first field.
    if (view !== 'changePassword') onChange()
  }, [view])
  return { view, choose, heading, focusTitle }
}

/** Whether the window is too narrow for navigation and panel side by side. */
function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query().matches)
}

const query = (): MediaQueryList => matchMedia(`(max-width: ${PROFILE_MOBILE_MAX_WIDTH_PX}px)`)

function subscribe(onChange: () => void): () => void {
  const list = query()
  list.addEventListener('change', onChange)
  return () => list.removeEventListener('change', onChange)
}
