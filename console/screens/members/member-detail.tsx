import { useState } from 'react'
import { useLocation } from 'wouter'
import type { MemberDetail as Detail } from '../../../contract/admin/schemas/members'
import { useApp, useMayDo } from '../../data/console'
import { useRead, useWrite } from '../../data/queries'
import { bothOf, ReadView } from '../../features/access'
import { useUndo } from '../../features/undo'
import { toFailure } from '../../lib/failure'
import { appPath } from '../../lib/paths'
import { memberTexts } from '../../texts/english/member'
import { useTexts } from '../../texts/texts'
import { Button, IconButton, Link } from '../../ui/button'
import { ConfirmDialog } from '../../ui/dialog'
import { Menu } from '../../ui/menu'
import { Badge, PageHeader } from '../../ui/page'
import { Skeleton } from '../../ui/states'
import { showToast } from '../../ui/toast'
import { memberReads, readMemberDefinition } from './definition'
import type { MemberDefinition } from './definition'
import { nameOf } from './member-columns'
import { Access, Payments, Teams, Timeline } from './member-facts'
import { Notes } from './member-notes'
import { Plans } from './member-plans'
import { Profile } from './member-profile'
import { Sessions } from './member-sessions'
import { SignIn } from './member-sign-in'

/** Everything about one member. @param id ID or email address */
export function MemberDetail({ id }: { id: string }) {
  const t = useTexts(memberTexts)
  const { id: appId } = useApp()
  const read = bothOf(useRead('retrieveMemberDetail', { member: id }), useRead('getDefinition', {}))
  return (
    <>
      <p>
        <Link href={appPath(appId, 'members')}>{t.back}</Link>
      </p>
      {read.data ? (
        <Head detail={read.data[0].data} definition={readMemberDefinition(read.data[1].data.definition)} />
      ) : (
        <PageHeader title={t.member} />
      )}
      <ReadView read={read} skeleton={<Skeleton height="14rem" lines={3} />}>
        {([{ data }, definition]) => (
          <div className="member-cards">
            <div className="stack">
              <Profile
                key={data.member.id}
                member={data.member}
                definition={readMemberDefinition(definition.data.definition)}
              />
              <Plans member={data.member} />
              <Payments payments={data.payments} />
              <Access access={data.access} />
            </div>
            <div className="stack">
              <Notes id={id} notes={data.notes} />
              <SignIn id={data.member.id} />
              <Sessions id={data.member.id} sessions={data.sessions} />
              <Teams teams={data.teams} />
              <Timeline id={data.member.id} />
            </div>
          </div>
        )}
      </ReadView>
    </>
  )
}

/** The person's name, with the email address below; without a name, the address. */
function Head({ detail, definition }: { detail: Detail; definition: MemberDefinition }) {
  const { email } = detail.member.auth
  const name = nameOf(detail.member.customFields, definition)
  return (
    <PageHeader
      title={name || email}
      summary={<Summary detail={detail} email={name ? email : null} />}
      actions={<Acts detail={detail} />}
    />
  )
}

function Summary({ detail: { member, suspendedAt }, email }: { detail: Detail; email: string | null }) {
  const t = useTexts(memberTexts)
  return (
    <span className="row">
      {email && <span className="member-email">{email}</span>}
      {member.verified ? <Badge tone="good">{t.verified}</Badge> : <Badge tone="warn">{t.notVerified}</Badge>}
      {suspendedAt && <Badge tone="bad">{t.suspended}</Badge>}
    </span>
  )
}

function Acts({ detail }: { detail: Detail }) {
  const t = useTexts(memberTexts)
  const [mayWrite, mayDelete] = [useMayDo('members.write'), useMayDo('members.delete')]
  const [open, setOpen] = useState<'suspend' | 'remove' | null>(null)
  const { id } = detail.member
  const failed = (error: unknown) => showToast(toFailure(error).message)
  const reset = useWrite('sendMemberPasswordReset', {
    changes: ['listMemberTimeline'],
    onDone: () => showToast(t.resetSent),
  })
  const unsuspend = useWrite('unsuspendMember', { changes: memberReads, onDone: () => showToast(t.unsuspended) })
  if (!mayWrite) return null
  const suspension = detail.suspendedAt
    ? { id: 'lift', label: t.unsuspend, onAction: () => unsuspend.mutate({ member: id }, { onError: failed }) }
    : { id: 'suspend', label: t.suspend, onAction: () => setOpen('suspend') }
  const groups = [
    { id: 'login', entries: [suspension] },
    ...(mayDelete
      ? [
          {
            id: 'end',
            entries: [{ id: 'delete', label: t.remove, isDanger: true, onAction: () => setOpen('remove') }],
          },
        ]
      : []),
  ]
  return (
    <>
      <Button isPending={reset.isPending} onPress={() => reset.mutate({ member: id }, { onError: failed })}>
        {t.sendReset}
      </Button>
      <Menu label={t.more} groups={groups}>
        <IconButton icon="more" kind="secondary" label={t.more} />
      </Menu>
      {open === 'suspend' && <SuspendDialog detail={detail} onClose={() => setOpen(null)} />}
      {open === 'remove' && <RemoveDialog detail={detail} onClose={() => setOpen(null)} />}
    </>
  )
}

interface ActProps {
  detail: Detail
  onClose: () => void
}

function SuspendDialog({ detail: { member, sessions }, onClose }: ActProps) {
  const t = useTexts(memberTexts)
  const suspend = useWrite('suspendMember', {
    changes: memberReads,
    onDone: () => {
      onClose()
      showToast(t.suspendedNow)
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.suspendTitle({ email: member.auth.email })}
      text={t.suspendText(sessions.length)}
      action={t.suspend}
      isFinal={false}
      isPending={suspend.isPending}
      error={suspend.error}
      onSubmit={() => suspend.mutate({ member: member.id })}
    />
  )
}

/** A job of one member: the server waits ten seconds, also if the tab closes. */
function RemoveDialog({ detail: { member, teams, notes }, onClose }: ActProps) {
  const t = useTexts(memberTexts)
  const { id: appId } = useApp()
  const [, navigate] = useLocation()
  const { email } = member.auth
  const offerUndo = useUndo('undoJob', { changes: memberReads, done: t.kept })
  const remove = useWrite('addDeleteJob', {
    changes: ['listJobs'],
    onDone: ({ id }) => {
      onClose()
      navigate(appPath(appId, 'members'))
      offerUndo(t.removing({ email }), { jobId: id })
    },
  })
  const owned = teams.filter(({ role }) => role === 'OWNER').length
  const lost = [
    ...(member.planConnections.length > 0 ? [t.lostPlans(member.planConnections.length)] : []),
    ...(owned > 0 ? [t.lostTeams(owned)] : []),
    ...(notes.length > 0 ? [t.lostNotes(notes.length)] : []),
    t.lostProfile,
  ]
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t.removeTitle({ email })}
      text={t.removeText}
      lost={lost}
      action={t.remove}
      isFinal={false}
      isPending={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ selection: { ids: [member.id], count: 1 } })}
    />
  )
}
