import type { MemberDetail } from '../../../contract/admin/schemas/members'
import type { CallInput } from '../../data/client'
import { useMayDo } from '../../data/console'
import { useWrite } from '../../data/queries'
import { longTime } from '../../lib/format'
import { memberTexts } from '../../texts/english/member'
import { useLocale, useTexts } from '../../texts/texts'
import { Card } from '../../ui/page'
import { showToast } from '../../ui/toast'
import { ConfirmButton } from './confirm-button'
import { memberReads } from './definition'

interface SessionsProps {
  id: string
  sessions: MemberDetail['sessions']
}

/** Where the member is logged in, with the end of one session or all. */
export function Sessions({ id, sessions }: SessionsProps) {
  const t = useTexts(memberTexts)
  const locale = useLocale()
  const mayWrite = useMayDo('members.write')
  const time = (value: string) => longTime(Date.parse(value), locale)
  return (
    <Card
      title={t.sessions}
      actions={
        mayWrite &&
        sessions.length > 1 && (
          <EndButton label={t.endAll} title={t.endAllTitle} count={sessions.length} input={{ member: id }} />
        )
      }
    >
      {sessions.length === 0 && <p className="muted">{t.noSessions}</p>}
      <ul className="member-rows">
        {sessions.map(({ id: sessionId, startedAt, expiresAt }) => (
          <li key={sessionId} className="row-between">
            <div>
              <p>{t.started({ time: time(startedAt) })}</p>
              <p className="muted">{t.expires({ time: time(expiresAt) })}</p>
            </div>
            {mayWrite && (
              <EndButton
                label={t.end}
                accessibleName={t.endOne({ time: time(startedAt) })}
                title={t.endOneTitle}
                count={1}
                input={{ member: id, sessionId }}
              />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface EndButtonProps {
  label: string
  accessibleName?: string
  title: string
  /** Sessions that end. */
  count: number
  input: CallInput<'endMemberSessions'>
}

function EndButton({ count, input, ...texts }: EndButtonProps) {
  const t = useTexts(memberTexts)
  const end = useWrite('endMemberSessions', {
    changes: memberReads,
    onDone: ({ ended }) => showToast(t.ended(ended)),
  })
  return (
    <ConfirmButton
      {...texts}
      text={t.endText(count)}
      isFinal={false}
      write={end}
      onConfirm={(options) => end.mutate(input, options)}
    />
  )
}
