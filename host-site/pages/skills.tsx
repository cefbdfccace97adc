import { useCallback, useEffect, useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import { microCerts } from '../../contract/micro-certs'
import { slugOf } from '../../contract/skill-facts'
import { skillsWithOwnQuestions } from '../../contract/skills'
import { WORKPLACE_BASICS } from '../../contract/tag-texts'
import { categories } from '../content/categories'
import { namedSkills, nearSkills } from '../features/skills/near-skills'
import { MissingPage } from '../features/missing-page'
import { QuestionsMark, type ShownSkill, SkillView } from '../features/skills/skill-view'
import { useHydrated } from '../lib/browser'
import { knownSkillAt } from '../features/skills/near-skills'
import { useSiteApi } from '../lib/site-api'
import { useLoaded } from '../lib/use-loaded'
import { documentTitle, routes, skillPath } from '../paths'
import { Page } from '../ui/page'
import { Alert, Notice } from '../ui/status'

/** The list, or the page of one skill. */
export function SkillsPage() {
  const [path] = useLocation()
  const slug = path.slice(routes.skills.path.length).split('/').find(Boolean)
  return slug === undefined ? <SkillList /> : <OneSkill key={slug} slug={slug} path={path.replace(/\/$/, '')} />
}

function OneSkill({ slug, path }: { slug: string; path: string }) {
  const api = useSiteApi()
  const [, navigate] = useLocation()
  const known = useMemo(() => knownSkillAt(path), [path])
  const isListed = known !== null || slug === slugOf(WORKPLACE_BASICS) || namedSkills.some((one) => one.slug === slug)
  const load = useCallback(async (): Promise<ShownSkill | null> => {
    const result = await api.call('getSkill', { slug })
    return result.success ? result.data : null
  }, [api, slug])
  const { value, failed, reload } = useLoaded(isListed ? slug : null, load)
  const skill = value ?? known
  const target = skill && skill.slug !== slug ? skillPath(skill.slug) : null
  useEffect(() => {
    if (target !== null) navigate(target, { replace: true })
  }, [target, navigate])
  const title = skill && skillTitle(skill.name)
  useEffect(() => {
    if (title !== null) document.title = title
  }, [title])
  if (skill) return <SkillView skill={skill} />
  if (!isListed) return <UnknownSkill slug={slug} />
  return (
    <Page {...routes.skills}>
      {failed ? (
        <>
          <Alert text="This skill could not be loaded." />
          <p className="actions">
            <button type="button" className="button" onClick={() => void reload()}>
              Try again
            </button>
          </p>
        </>
      ) : (
        <Notice text="Loading this skill…" />
      )}
    </Page>
  )
}

/** Also the document title of prerendered pages. */
export const skillTitle = (name: string): string => `${name}: the test · TrustTag`

/** The names come after hydration: all unknown names share one prerendered page. */
function UnknownSkill({ slug }: { slug: string }) {
  const near = useHydrated() ? nearSkills(decoded(slug)) : []
  useEffect(() => {
    document.title = documentTitle('notFound')
  }, [])
  return (
    <MissingPage>
      {near.length > 0 && (
        <nav aria-labelledby="near-skills">
          <h2 id="near-skills">Did you mean one of these?</h2>
          <ul className="links">
            {near.map(({ name, slug: other }) => (
              <li key={other}>
                <Link href={skillPath(other)}>{name}</Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <p>
        <Link href={routes.skills.path}>All skills that TrustTag tests</Link>
      </p>
    </MissingPage>
  )
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function SkillList() {
  return (
    <Page {...routes.skills} eyebrow="Skills">
      <section className="skill-group" aria-labelledby="own">
        <h2 id="own">With their own questions</h2>
        <SkillLinks names={[...skillsWithOwnQuestions]} />
      </section>
      <p>
        All others are tested with <Link href={skillPath(slugOf(WORKPLACE_BASICS))}>{WORKPLACE_BASICS}</Link>: general
        questions on safety and quality. Their TrustTag says so.
      </p>
      {[...categories, { id: 'micro-certs', title: 'Popular MicroCerts', skills: microCerts }].map(
        ({ id, title, skills }) => (
          <section key={id} className="skill-group" aria-labelledby={id}>
            <h2 id={id}>{title}</h2>
            <SkillLinks names={skills} />
          </section>
        ),
      )}
    </Page>
  )
}

function SkillLinks({ names }: { names: readonly string[] }) {
  return (
    <ul className="skill-links">
      {names.map((name) => (
        <li key={name}>
          <Link href={skillPath(slugOf(name))}>{name}</Link>
          {skillsWithOwnQuestions.has(name) && <QuestionsMark isOwn />}
        </li>
      ))}
    </ul>
  )
}
