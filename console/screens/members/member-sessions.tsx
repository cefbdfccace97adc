import { useState } from 'react'
import type { MemberDetail } from '../../../contract/admin/schemas/members'
import { useMayDo } from '../../data/console'
import { useWrite } from '../../data/queries'
import { toFailure } from '../../lib/failure'
import { longTime } from '../../lib/format'
import { memberTexts } from '../../texts/english/member'
import { useLocale, useTexts } from '../../texts/texts'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/dialog'
import { Card } from '../../ui/page'
import { showToast } from '../../ui/toast'
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
  const [isAsking, setAsking] = useState(false)
  const end = useWrite('endMemberSessions', {
    changes: memberReads,
    onDone: ({ ended }) => showToast(t.ended(ended)),
  })
  const time = (value: string) => longTime(Date.parse(value), locale)
  return (
    <Card
      title={t.sessions}
      actions={
        mayWrite &&
        sessions.length > 1 && (
          <Button size="small" onPress={() => setAsking(true)}>
            {t.endAll}
          </Button>
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
              <Button
                size="small"
                aria-label={t.endOne({ time: time(startedAt) })}
                isPending={end.isPending && end.variables.sessionId === sessionId}
                onPress={() =>
                  end.mutate({ member: id, sessionId }, { onError: (error) => showToast(toFailure(error).message) })
                }
              >
                {t.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isAsking && <EndAllDialog id={id} count={sessions.length} onClose={() => setAsking(false)} />}
    </Card>
  )
}

function EndAllDialog({ id, count, onClose }: { id: string; count: number; onClose: () => void }) {
  const t = useTexts(memberTexts)
  const end = useWrite('endMemberSessions', {
    changes: memberReads,
    onDone: ({ ended }) => {
      onClose()
      showToast(t.ended(ended))
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.endAllTitle}
      text={t.endAllText(count)}
      action={t.endAll}
      isFinal={false}
      isPending={end.isPending}
      error={end.error}
      onSubmit={() => end.mutate({ member: id })}
    />
  )
}
