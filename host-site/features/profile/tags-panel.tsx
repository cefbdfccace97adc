import { Link } from 'wouter'
import { routes } from '../../paths'
import { ActionButton } from './action-button'
import { BlankTag } from './blank-tag'
import type { PanelProps } from './panel'
import { ReadyToIssue } from './ready-to-issue'
import { TagCard } from './tag-card'

/** @param origin of the site */
export function TagsPanel({ view, actions, say, origin }: PanelProps & { origin: string }) {
  return (
    <>
      <QuickActions actions={actions} say={say} />
      {view.holding && <ReadyToIssue {...view.holding} />}
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
        <h3>Your first TrustTag hangs here</h3>
        <p className="soft">
          Choose what you can do, answer ten questions, and show your work. What you pass stays on this page, with its
          score and its day.
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
