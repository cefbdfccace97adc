import { useState } from 'react'
import { fillText, localDate } from '../../lib/texts'
import type { MemberSession } from '../../public'
import type { TextKey } from '../texts/english'
import { pageLocale } from '../texts/translations'
import { Button } from '../ui/button'
import { Entry, Group, type PanelProps } from './panel'

interface SessionsProps extends PanelProps {
  /** When the tab was opened. */
  initial: readonly MemberSession[]
}

/** Where the member is logged in, in the tab Security. Ending another login needs a recent proof. */
export function Sessions({ client, texts, action, focusTitle, initial }: SessionsProps) {
  const [sessions, setSessions] = useState(initial)
  if (sessions.length === 0) return null
  const keep = (stays: (session: MemberSession) => boolean): void => {
    setSessions((current) => current.filter(stays))
    // The pressed button is gone.
    focusTitle()
  }
  const end = (ended: MemberSession): void =>
    void action.run(async (signal) => {
      const { message = '' } = await client.endMemberSession({ id: ended.id }, { signal })
      keep((one) => one !== ended)
      return { message }
    })
  const endOthers = (): void =>
    void action.run(async (signal) => {
      const { message = '' } = await client.endOtherMemberSessions({ signal })
      keep(({ isCurrent }) => isCurrent)
      return { message }
    })
  return (
    <Group title={texts.sessions_title}>
      <ul>
        {sessions.map((session) => (
          <Entry key={session.id} name={nameOf(session, texts)} notes={notesOf(session, texts)}>
            {!session.isCurrent && (
              <Button look="secondary" tip={nameOf(session, texts)} onClick={() => end(session)}>
                {texts.session_end}
              </Button>
            )}
          </Entry>
        ))}
      </ul>
      {sessions.some(({ isCurrent }) => !isCurrent) && (
        <Button look="secondary" busy={action.busy} onClick={endOthers}>
          {texts.sessions_end_others}
        </Button>
      )}
    </Group>
  )
}

const nameOf = ({ agent }: MemberSession, texts: PanelProps['texts']): string => agent ?? texts.session_unknown

/** How the member logged in and proved themselves, as the server names it. */
const methodTexts: Readonly<Record<string, TextKey>> = {
  password: 'password',
  code: 'login_verification_code',
  link: 'session_link',
  passkey: 'passkeys_title',
  provider: 'session_provider',
  signup: 'session_signup',
  totp: 'two_step_verification',
  'recovery-code': 'recovery_code',
}

function notesOf(session: MemberSession, texts: PanelProps['texts']): (string | false)[] {
  const { isCurrent, network, methods, startedAt, lastSeenAt } = session
  const shown = (time: string): string => localDate(time, pageLocale(window), 'short')
  const named = methods.flatMap((method) => {
    const key = methodTexts[method]
    return key === undefined ? [] : [texts[key]]
  })
  return [
    [network, ...named].filter(Boolean).join(' · '),
    fillText(texts.session_started, { date: shown(startedAt) }),
    isCurrent ? texts.session_this : fillText(texts.session_last_seen, { date: shown(lastSeenAt) }),
  ]
}
