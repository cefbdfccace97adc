import { useCallback, useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import type { PublicProfile } from '../../contract/schemas/tag-profiles'
import { Avatar, Figure, Score, TagFace, VerifiedCount, WaitingProfile } from '../features/profile/parts'
import { averageScore, type ProfileTag, toProfileTag, verifyPath } from '../features/profile/profile-view'
import { useHydrated } from '../lib/browser'
import { formatDay } from '../lib/format'
import { type SiteApi, useSiteApi } from '../lib/site-api'
import { useLoaded } from '../lib/use-loaded'
import { routes } from '../paths'
import { Rosette } from '../ui/drawing'
import { Icon } from '../ui/icon'
import { Alert } from '../ui/status'

export function PublicProfilePage() {
  const state = usePublicProfile(useSiteApi())
  const profile = state.step === 'found' ? state.profile : null
  const slug = state.step === 'found' ? state.slug : ''
  const title = profile && `${profile.name} · TrustTag`
  useEffect(() => {
    if (title !== null) document.title = title
  }, [title])
  return (
    <article className="page profile">
      <PublicHead heading={routes.publicProfile.heading} slug={slug} profile={profile} />
      {state.step === 'loading' && <WaitingProfile text="Loading this profile..." />}
      {state.step === 'none' && <NoProfile />}
      {state.step === 'failed' && (
        <div className="profile-failed">
          <Alert text="This profile could not be loaded." />
          <p className="actions">
            <button type="button" className="button" onClick={state.retry}>
              Try again
            </button>
          </p>
        </div>
      )}
      {profile && <PublicTags tags={profile.tags} />}
    </article>
  )
}

interface PublicProfileProps {
  /** PublicProfile until the profile is loaded. */
  heading: string
  /** Seed of the rosette. */
  slug: string
  profile: PublicProfile | null
}

/** The heading is one element all the time, so that it keeps the focus. */
export function PublicHead({ heading, slug, profile }: PublicProfileProps) {
  return (
    <header className="profile-head">
      {profile && <Rosette of={slug} />}
      <Avatar name={profile?.name ?? ''} picture={profile?.picture ?? null} />
      <div className="identity">
        <p className="kind">
          <span className="eyebrow">{profile ? 'TrustTag profile' : 'TrustTag'}</span>
        </p>
        <h1 tabIndex={-1}>{profile?.name ?? heading}</h1>
        {profile && <Facts {...profile} />}
      </div>
      {profile && (
        <div className="standing">
          <dl className="figures">
            <Figure name="Average score">
              <Score percent={averageScore(profile.tags.map(toProfileTag))} />
            </Figure>
            {profile.views !== undefined && (
              <Figure name={profile.views === 1 ? 'Profile view' : 'Profile views'}>
                {profile.views.toLocaleString('en-US')}
              </Figure>
            )}
          </dl>
        </div>
      )}
    </header>
  )
}

function Facts({ headline, tags, memberSince }: PublicProfile) {
  return (
    <>
      {headline !== null && <p className="lead">{headline}</p>}
      <p className="facts">
        <VerifiedCount tags={tags.map(toProfileTag)} />
        <span className="soft">
          Member since <time dateTime={memberSince}>{formatDay(memberSince)}</time>
        </span>
      </p>
    </>
  )
}

export function PublicTags({ tags }: Pick<PublicProfile, 'tags'>) {
  return (
    <section className="public-tags" aria-labelledby="public-tags">
      <h2 id="public-tags">TrustTags</h2>
      <p className="soft">
        Each is the result of a knowledge test on TrustTag, not a license. Check one to see whether it is valid today.
      </p>
      <ul className="thread">
        {tags.map(toProfileTag).map((tag) => (
          <li key={tag.id}>
            <PublicTag tag={tag} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PublicTag({ tag }: { tag: ProfileTag }) {
  return (
    <article className="hung" aria-labelledby={`skill-${tag.id}`} data-category={tag.hue ?? undefined}>
      <TagFace tag={tag} mark={tag.mark} />
      <p className="tag-actions">
        <Link className="tag-action" href={verifyPath(tag.id)}>
          <Icon name="search" size={18} />
          Check<span className="visually-hidden"> {tag.skill}</span>
        </Link>
      </p>
    </article>
  )
}

export function NoProfile() {
  return (
    <section className="card">
      <h2>There is no public profile here</h2>
      <p>Its holder may have turned it off, or the link is incomplete. You can still check a TrustTag by its ID.</p>
      <p className="actions">
        <Link className="button" href={routes.verify.path}>
          Verify a TrustTag
        </Link>
      </p>
    </section>
  )
}

type PublicProfileState =
  | { step: 'loading' }
  /** The slug is unknown, or its holder shows nothing. */
  | { step: 'none' }
  | { step: 'failed'; retry: () => void }
  | { step: 'found'; slug: string; profile: PublicProfile }

/** Reads the slug from the URL. Loading in the prerendered page, which all profiles share. */
export function usePublicProfile(api: Pick<SiteApi, 'call'>): PublicProfileState {
  const hydrated = useHydrated()
  const [path] = useLocation()
  const slug = slugOf(path)
  const load = useCallback(async () => {
    const result = await api.call('getPublicProfile', { slug })
    if (result.success) return result.data
    return result.code === 'profile-not-found' ? 'none' : null
  }, [api, slug])
  const { value, failed, reload } = useLoaded(slug || null, load)
  if (!hydrated) return { step: 'loading' }
  if (slug === '' || value === 'none') return { step: 'none' }
  if (value) return { step: 'found', slug, profile: value }
  return failed ? { step: 'failed', retry: () => void reload() } : { step: 'loading' }
}

/** A broken escape is looked up as is, and not found. */
function slugOf(path: string): string {
  const part = path.slice(routes.publicProfile.path.length).split('/').find(Boolean) ?? ''
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
