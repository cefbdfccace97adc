import { scoreText } from '../../../contract/tag-texts'
import { Link } from 'wouter'
import { routes } from '../../paths'
import { checkoutPath } from '../checkout/checkout-address'
import type { MemberCredits } from '../issue/member-credits'
import { ActionButton } from './buttons'
import { BlankTag } from './parts'
import type { PanelProps } from './profile-actions'
import { TagCard } from './tag-card'

export function TagsPanel({ view, actions, say, origin }: PanelProps & { origin: string }) {
  return (
    <>
      <QuickActions actions={actions} say={say} />
      {view.memberCredits && <ReadyToIssue {...view.memberCredits} />}
      <h2 className="visually-hidden">TrustTags</h2>
      {view.tags.length === 0 ? (
        <NoTags />
      ) : (
        <ul className="thread">
          {view.tags.map((tag) => (
            <li key={tag.id}>
              <TagCard tag={tag} sample={view.sample} {...{ origin, actions, say }} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function QuickActions({ actions, say }: Omit<PanelProps, 'view'>) {
  const { shareProfile, downloadPortfolio, exportPortfolio } = actions
  if (!shareProfile && !downloadPortfolio && !exportPortfolio) return null
  return (
    <section className="quick-actions" aria-labelledby="quick-actions">
      <h2 id="quick-actions">Quick Actions</h2>
      <p className="actions">
        {shareProfile && <ActionButton icon="share" label="Share Profile" act={shareProfile} say={say} />}
        {downloadPortfolio && (
          <ActionButton
            icon="download"
            label="My TrustTags"
            busyLabel="Generating..."
            act={downloadPortfolio}
            say={say}
          />
        )}
        {exportPortfolio && <ActionButton icon="folder" label="Export Portfolio" act={exportPortfolio} say={say} />}
      </p>
    </section>
  )
}

function NoTags() {
  return (
    <div className="nothing-yet">
      <BlankTag />
      <div>
        <h3>Your first TrustTag will appear here</h3>
        <p className="soft">
          Choose what you can do, answer ten questions, and show your work. Skills that you pass appear on this page,
          with score and date.
        </p>
        <p className="actions">
          <Link className="button" href={routes.createTrustTag.path}>
            Create TrustTag
          </Link>
        </p>
      </div>
    </div>
  )
}

function ReadyToIssue({ ready, credits: { available } }: Pick<MemberCredits, 'ready' | 'credits'>) {
  if (ready.length === 0 && available === 0) return null
  return (
    <section className="ready" aria-labelledby="ready">
      <h2 id="ready">Ready to issue</h2>
      <p className="soft">{creditsText(available)}</p>
      {ready.length === 0 && <p>Pass an assessment to issue its TrustTag here.</p>}
      <ul className="ready-list">
        {ready.map(({ id, skill, result }) => (
          <li key={id}>
            <p>
              <strong>{skill}</strong>
              <br />
              <span className="soft">Passed with {scoreText(result)}</span>
            </p>
            <Link className="button" href={checkoutPath({ attemptId: id, issue: available > 0 })}>
              {available > 0 ? 'Issue TrustTag' : 'Get a credit'}
              <span className="visually-hidden"> for {skill}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const creditsText = (available: number): string =>
  available === 0
    ? 'You have no credits left. Each TrustTag uses one.'
    : `You have ${available} ${available === 1 ? 'credit' : 'credits'}. Each TrustTag uses one.`
