import { Link } from 'wouter'
import type { PublicProfile as Shown } from '../../../contract/schemas/tag-profiles'
import { formatDay } from '../../lib/format-day'
import { routes } from '../../paths'
import { Icon } from '../../ui/icon'
import { Rosette } from '../../ui/rosette'
import { Avatar } from '../profile/avatar'
import { Figure, Score } from '../profile/figure'
import { averageScore, type ProfileTag } from '../profile/profile-view'
import { TagFace } from '../profile/tag-face'
import { toProfileTag } from '../profile/to-profile-tag'
import { VerifiedCount } from '../profile/verified-count'
import { verifyPath } from '../profile/verify-path'

export interface PublicProfileProps {
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
