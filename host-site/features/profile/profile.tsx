import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { Link } from 'wouter'
import { formatDay } from '../../lib/format'
import { routes } from '../../paths'
import { Rosette } from '../../ui/drawing'
import { Icon, type IconName } from '../../ui/icon'
import { Alert } from '../../ui/status'
import { ActionButton } from './buttons'
import { Avatar, Figure, Score, VerifiedCount } from './parts'
import { NOTHING_TO_SAY, type Outcome, type PanelProps, type ProfileActions } from './profile-actions'
import { type ActivityItem, averageScore, type ProfileView, verifiedTags } from './profile-view'
import { SettingsPanel } from './settings-panel'
import { TagsPanel } from './tags-panel'
import { navigate, useLocationProperty } from 'wouter/use-browser-location'

export interface KnownProfile {
  view: ProfileView
  actions: ProfileActions
  /** The account's email; null in the sample. */
  email: string | null
  /** Origin of the site. */
  origin: string
}

interface ProfileProps {
  heading: string
  /** Null until loaded. */
  profile: KnownProfile | null
  /** Shown until loaded. */
  children: ReactNode
}

export function Profile({ heading, profile, children }: ProfileProps) {
  const [outcome, say] = useState(NOTHING_TO_SAY)
  const quiet = () => say(NOTHING_TO_SAY)
  const parts = profile && { view: profile.view, actions: profile.actions, say }
  return (
    <article className="page profile">
      <ProfileHead heading={heading} known={parts} />
      {profile && parts ? (
        <>
          <Tabs
            label="Profile"
            onChange={quiet}
            tabs={[
              {
                name: 'trusttags',
                label: 'My TrustTags',
                content: <TagsPanel {...parts} origin={profile.origin} />,
              },
              { name: 'activity', label: 'Activity', content: <ActivityPanel view={profile.view} /> },
              { name: 'settings', label: 'Settings', content: <SettingsPanel {...parts} email={profile.email} /> },
            ]}
          />
          <ProfileBar sample={profile.view.sample} outcome={outcome} onClose={quiet} />
        </>
      ) : (
        children
      )}
    </article>
  )
}

interface ProfileBarProps {
  sample: boolean
  outcome: Outcome
  onClose: () => void
}

/** Shows outcomes, and how to get a profile on the sample. It floats while it shows one, and always on phones. */
function ProfileBar({ sample, outcome, onClose }: ProfileBarProps) {
  const { text, failed } = outcome
  const success = failed ? '' : text
  return (
    <div
      className="profile-bar on-night"
      data-empty={(!sample && text === '') || undefined}
      data-saying={text !== '' || undefined}
    >
      <output>{success || (sample && !failed ? 'Sample profile. Log in to see yours.' : '')}</output>
      <Alert text={failed ? text : ''} />
      {sample ? (
        <p className="actions">
          <Link className="button" href={routes.login.path}>
            Login
          </Link>
          <Link className="button quiet" href={routes.signup.path}>
            Sign Up
          </Link>
        </p>
      ) : (
        text !== '' && (
          <button type="button" className="button quiet" onClick={onClose}>
            Close
          </button>
        )
      )}
    </div>
  )
}

interface ProfileHeadProps {
  /** Heading until the holder is loaded. */
  heading: string
  /** Null until loaded. */
  known: PanelProps | null
}

/** The heading is one element all the time, so that it keeps the focus and its place. */
export function ProfileHead({ heading, known }: ProfileHeadProps) {
  const view = known?.view
  return (
    <header className="profile-head">
      {view && <Rosette of={view.holder.id} />}
      <Avatar name={view?.holder.name ?? ''} picture={view?.holder.picture ?? null} />
      <div className="identity">
        <p className="kind">
          {view?.sample ? (
            <span className="badge">Sample profile</span>
          ) : (
            <span className="eyebrow">TrustTag profile</span>
          )}
        </p>
        <h1 tabIndex={-1}>{view?.holder.name ?? heading}</h1>
        {known && <Headline {...known} />}
      </div>
      {known && (
        <div className="standing">
          <Figures view={known.view} />
          <ActionButton icon="edit" label="Edit Profile" act={known.actions.editProfile} say={known.say} />
        </div>
      )}
    </header>
  )
}

function Headline({ view: { holder, tags }, actions, say }: PanelProps) {
  return (
    <>
      {holder.headline === null ? (
        <ActionButton className="text-button" label="Add your profession" act={actions.editProfile} say={say} />
      ) : (
        <p className="lead">{holder.headline}</p>
      )}
      <p className="facts">
        <VerifiedCount tags={tags} />
        <span className="soft">
          Member since <time dateTime={holder.memberSince}>{formatDay(holder.memberSince)}</time>
        </span>
      </p>
    </>
  )
}

function Figures({ view: { tags, views } }: { view: ProfileView }) {
  return (
    <dl className="figures">
      <Figure name="Average score">
        <Score percent={averageScore(tags)} />
      </Figure>
      <Figure name={views === 1 ? 'Profile view' : 'Profile views'}>{views.toLocaleString('en-US')}</Figure>
    </dl>
  )
}

const drawings: Readonly<Record<ActivityItem['action'], IconName>> = {
  'TrustTag earned': 'check',
  'TrustTag shared': 'share',
  'Assessment completed': 'quiz',
}

export function ActivityPanel({ view: { tags, activity, views } }: { view: ProfileView }) {
  return (
    <div className="activity">
      <section aria-labelledby="recent-activity">
        <h2 id="recent-activity">Recent Activity</h2>
        {activity.length === 0 ? (
          <p className="soft">Nothing yet. Assessments you complete and TrustTags you earn or share appear here.</p>
        ) : (
          <ol className="log">
            {activity.map(({ action, skill, date }) => (
              <li key={`${action} ${skill} ${date}`}>
                <Icon name={drawings[action]} size={20} />
                <p>
                  <strong>{action}</strong>
                  <br />
                  {skill}
                </p>
                <time dateTime={date}>{formatDay(date)}</time>
              </li>
            ))}
          </ol>
        )}
      </section>
      <section aria-labelledby="in-numbers">
        <h2 id="in-numbers">In Numbers</h2>
        <dl className="stats">
          <Figure name="TrustTags earned">{verifiedTags(tags).length}</Figure>
          <Figure name="Average score">
            <Score percent={averageScore(tags)} />
          </Figure>
          <Figure name="Profile views">{views.toLocaleString('en-US')}</Figure>
        </dl>
      </section>
    </div>
  )
}

interface Tab<Name extends string> {
  /** Shown in the URL after `#`. */
  name: Name
  label: string
  content: ReactNode
}

interface TabsProps<Name extends string> {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly [Tab<Name>, ...Tab<Name>[]]
  onChange: () => void
}

/** Hidden panels stay mounted. */
export function Tabs<Name extends string>({ label, tabs, onChange }: TabsProps<Name>) {
  const [first, ...others] = tabs
  const [chosen, choose] = useChosenTab([first.name, ...others.map(({ name }) => name)])
  const list = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const at = tabs.findIndex(({ name }) => name === chosen)
    const next = neighbour(event, at, tabs.length)
    const tab = next === null ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    onChange()
    choose(tab.name, 'arrow')
    list.current?.querySelectorAll('button')[next ?? 0]?.focus()
  }

  return (
    <>
      {/* oxlint-disable-next-line interactive-supports-focus -- the keys are those of the tabs in it */}
      <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ name, label: text }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === chosen}
            aria-controls={`panel-${name}`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => {
              onChange()
              if (name !== chosen) choose(name, 'pointer')
            }}
          >
            {text}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <TabPanel key={tab.name} tab={tab} hidden={tab.name !== chosen} />
      ))}
    </>
  )
}

function TabPanel({ tab: { name, content }, hidden }: { tab: Tab<string>; hidden: boolean }) {
  return (
    <div
      className="panel"
      role="tabpanel"
      id={`panel-${name}`}
      aria-labelledby={`tab-${name}`}
      hidden={hidden}
      tabIndex={0}
    >
      {content}
    </div>
  )
}

/** The index that a key moves to; null for any other key. */
function neighbour({ key, currentTarget, altKey, ctrlKey, metaKey }: KeyboardEvent, at: number, count: number) {
  if (altKey || ctrlKey || metaKey) return null
  const ahead = getComputedStyle(currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (key === ahead) return (at + 1) % count
  if (key === 'ArrowLeft' || key === 'ArrowRight') return (at + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/**
 * The tab is in the URL's hash, so that links and the back button work. Unknown hashes change nothing.
 * @param names the first is the default
 */
function useChosenTab<Name extends string>(
  names: readonly [Name, ...Name[]],
): [Name, (name: Name, by: 'pointer' | 'arrow') => void] {
  const hash = useLocationProperty(
    () => window.location.hash,
    () => '',
  )
  const [last, setLast] = useState(names[0])
  const named = hash === '' ? names[0] : (names.find((name) => hash === `#${name}`) ?? last)
  if (named !== last) setLast(named)
  // Arrow keys replace the history entry: otherwise each tab would be a step back.
  return [named, (name, by) => navigate(`#${name}`, { replace: by === 'arrow' })]
}
