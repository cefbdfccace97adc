import { formatDay } from '../../lib/format'
import { Icon, type IconName } from '../../ui/icon'
import { Figure, Score } from './parts'
import { type ActivityItem, averageScore, type ProfileView, verifiedTags } from './profile-view'

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
          <p className="soft">
            Nothing yet. Assessments you complete, TrustTags you earn and share: all of it is listed here.
          </p>
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
