import { useState } from 'react'
import type { AdminOutput } from '../../../contract/admin/schemas'
import { useMayDo, usePerson } from '../../data/console'
import { useRead } from '../../data/queries'
import { ReadView, useRoleNames } from '../../features/access'
import { teamTexts } from '../../texts/english/team'
import { useTexts } from '../../texts/texts'
import { Button, IconButton } from '../../ui/button'
import { Menu } from '../../ui/menu'
import { Badge, Card, PageHeader } from '../../ui/page'
import { EmptyState } from '../../ui/states'
import { Table } from '../../ui/table'
import { Time } from '../../ui/values'
import { FactorDialog, InviteDialog, LeaveDialog, RemoveDialog, RevokeDialog, RoleDialog } from './team-dialogs'

export type StaffMember = AdminOutput<'listStaff'>[number]
export type OpenInvitation = AdminOutput<'listInvitations'>[number]

/** People, roles and invitations of an app. Owners change them, everyone in the team sees the people. */
export default function TeamScreen() {
  const t = useTexts(teamTexts)
  const isOwner = useMayDo('team.write')
  const [isInviting, setInviting] = useState(false)
  const staff = useRead('listStaff', {})
  const invitations = useRead('listInvitations', {}, { isEnabled: isOwner })
  return (
    <>
      <PageHeader
        title={t.title}
        summary={t.summary}
        actions={
          isOwner && (
            <Button kind="primary" icon="plus" onPress={() => setInviting(true)}>
              {t.invite}
            </Button>
          )
        }
      />
      <ReadView read={staff}>
        {({ data }) => (
          <>
            <People people={data} isOwner={isOwner} />
            {isOwner && <Invitations read={invitations} onInvite={() => setInviting(true)} />}
          </>
        )}
      </ReadView>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

type Act = { kind: 'role' | 'factor' | 'remove' | 'leave'; member: StaffMember }

function People({ people, isOwner }: { people: readonly StaffMember[]; isOwner: boolean }) {
  const t = useTexts(teamTexts)
  const roles = useRoleNames()
  const { id: ownId } = usePerson()
  const [act, setAct] = useState<Act | null>(null)
  const close = () => setAct(null)
  const columns = [
    {
      id: 'name',
      label: t.name,
      isTitle: true,
      render: ({ id, name }: StaffMember) => (
        <span className="row">
          {name} {id === ownId && <Badge>{t.you}</Badge>}
        </span>
      ),
    },
    { id: 'email', label: t.email, render: ({ email }: StaffMember) => email },
    { id: 'role', label: t.role, render: ({ role }: StaffMember) => <Badge tone="accent">{roles[role]}</Badge> },
    {
      id: 'secondFactor',
      label: t.secondFactor,
      render: ({ hasSecondFactor }: StaffMember) =>
        hasSecondFactor ? <Badge tone="good">{t.hasFactor}</Badge> : <Badge>{t.noFactor}</Badge>,
    },
    { id: 'lastLogin', label: t.lastLogin, render: ({ lastLoginAt }: StaffMember) => <Time value={lastLoginAt} /> },
    {
      id: 'actions',
      label: t.actionsColumn,
      isActions: true,
      render: (member: StaffMember) => (
        <PersonMenu member={member} isOwner={isOwner} isOwn={member.id === ownId} onAct={setAct} />
      ),
    },
  ]
  return (
    <>
      <Table label={t.people} columns={columns} rows={people} nameOf={({ name }) => name} />
      {act?.kind === 'role' && <RoleDialog member={act.member} onClose={close} />}
      {act?.kind === 'factor' && <FactorDialog member={act.member} onClose={close} />}
      {act?.kind === 'remove' && <RemoveDialog member={act.member} onClose={close} />}
      {act?.kind === 'leave' && <LeaveDialog onClose={close} />}
    </>
  )
}

interface PersonMenuProps {
  member: StaffMember
  isOwner: boolean
  isOwn: boolean
  onAct: (act: Act) => void
}

function PersonMenu({ member, isOwner, isOwn, onAct }: PersonMenuProps) {
  const t = useTexts(teamTexts)
  const ofOwner = [
    { id: 'role', label: t.changeRole, onAction: () => onAct({ kind: 'role', member }) },
    ...(member.hasSecondFactor
      ? [{ id: 'factor', label: t.resetFactor, onAction: () => onAct({ kind: 'factor', member }) }]
      : []),
    { id: 'remove', label: t.remove, isDanger: true, onAction: () => onAct({ kind: 'remove', member }) },
  ]
  const entries = isOwn
    ? [{ id: 'leave', label: t.leave, isDanger: true, onAction: () => onAct({ kind: 'leave', member }) }]
    : isOwner
      ? ofOwner
      : []
  if (entries.length === 0) return null
  const label = t.actions({ name: member.name })
  return (
    <Menu label={label} groups={[{ id: 'acts', entries }]}>
      <IconButton icon="more" label={label} size="small" />
    </Menu>
  )
}

interface InvitationsProps {
  read: ReturnType<typeof useRead<'listInvitations'>>
  onInvite: () => void
}

function Invitations({ read, onInvite }: InvitationsProps) {
  const t = useTexts(teamTexts)
  const roles = useRoleNames()
  const [revoking, setRevoking] = useState<OpenInvitation | null>(null)
  const columns = [
    { id: 'email', label: t.email, isTitle: true, render: ({ email }: OpenInvitation) => email },
    { id: 'role', label: t.role, render: ({ role }: OpenInvitation) => roles[role] },
    { id: 'by', label: t.invitedBy, render: ({ invitedBy }: OpenInvitation) => invitedBy },
    { id: 'expires', label: t.expires, render: ({ expiresAt }: OpenInvitation) => <Time value={expiresAt} /> },
    {
      id: 'revoke',
      label: t.revoke,
      isActions: true,
      render: (invitation: OpenInvitation) => (
        <Button size="small" onPress={() => setRevoking(invitation)}>
          {t.revoke}
        </Button>
      ),
    },
  ]
  return (
    <Card title={t.invitations}>
      <ReadView read={read}>
        {({ data }) => (
          <Table
            label={t.invitations}
            columns={columns}
            rows={data}
            nameOf={({ email }) => email}
            empty={<EmptyState text={t.noInvitations} action={<Button onPress={onInvite}>{t.sendOne}</Button>} />}
          />
        )}
      </ReadView>
      {revoking && <RevokeDialog invitation={revoking} onClose={() => setRevoking(null)} />}
    </Card>
  )
}
