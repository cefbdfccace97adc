import { useCallback } from 'react'
import { Link, useLocation } from 'wouter'
import type { PublicProfile, PublicProfile as Shown } from '../../contract/schemas/tag-profiles'
import { formatDay } from '../lib/format'
import type { SiteApi } from '../lib/site-api'
import { useHydrated } from '../lib/use-hydrated'
import { useLoaded } from '../lib/use-loaded'
import { routes } from '../paths'
import { Rosette } from '../ui/guilloche'
import { Icon } from '../ui/icon'
import { Avatar, Figure, Score, TagFace, VerifiedCount } from './profile/parts'
import { averageScore, type ProfileTag, toProfileTag, verifyPath } from './profile/profile-view'

interface PublicProfileProps {
  /** Until it is known whose it is. */
  heading: string
  /** The holder's lines in the guilloche are made from it. */
  slug: string
  /** Null while there is none to show. */
  profile: Shown | null
}

/** Who this is, as they show it to everybody. The heading is the same element all the time, so that it keeps the focus. */
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

function Facts({ headline, tags, memberSince }: Shown) {
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

/** The TrustTags that their holder shows to everybody, each with its check. */
export function PublicTags({ tags }: Pick<Shown, 'tags'>) {
  return (
    <section className="public-tags" aria-labelledby="public-tags">
      <h2 id="public-tags">TrustTags</h2>
      <p className="soft">
        Each is the result of a knowledge test on TrustTag, and no license. Its check says whether it counts today.
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

/** There is nothing at this address, or nothing any more. */
export function NoProfile() {
  return (
    <section className="card">
      <h2>There is no public profile here</h2>
      <p>Its holder may have switched it off, or the address is not complete. A TrustTag can be checked by its ID.</p>
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
  /** Nobody has this address, or its holder shows nothing. */
  | { step: 'none' }
  | { step: 'failed'; retry: () => void }
  | { step: 'found'; slug: string; profile: PublicProfile }

/** The profile that the address of the page names. In the prerendered page, which is the same for all, it is awaited. */
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

/** A broken escape is looked up as it stands, and not found. */
function slugOf(path: string): string {
  const part = path.slice(routes.publicProfile.path.length).split('/').find(Boolean) ?? ''
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
