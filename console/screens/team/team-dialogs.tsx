import { useState } from 'react'
import type { AdminOutput } from '../../../contract/admin/schemas'
import { useApp, useConsole } from '../../data/console'
import { useWrite } from '../../data/queries'
import type { Role } from '../../data/session'
import { useRoleNames } from '../../features/access'
import { InvitationLink } from '../../features/invitation-link'
import { BASE } from '../../lib/paths'
import { teamTexts } from '../../texts/english/team'
import { useTexts } from '../../texts/texts'
import { RadioGroup } from '../../ui/choices'
import { ConfirmDialog, FormDialog } from '../../ui/dialog'
import { TextField } from '../../ui/fields'
import { showToast } from '../../ui/toast'

interface Closes {
  onClose: () => void
}

function useRoleOptions() {
  const t = useTexts(teamTexts)
  const names = useRoleNames()
  const hints = { owner: t.ownerText, admin: t.adminText, support: t.supportText, 'read-only': t.readOnlyText }
  const roles: readonly Role[] = ['owner', 'admin', 'support', 'read-only']
  return roles.map((role) => ({ value: role, label: names[role], hint: hints[role] }))
}

export function InviteDialog({ onClose }: Closes) {
  const t = useTexts(teamTexts)
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('support')
  const invite = useWrite('inviteStaff', { changes: ['listInvitations'] })
  const options = useRoleOptions()
  if (invite.data) return <InvitationLink invitation={invite.data.data} onClose={onClose} />
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={t.inviteTitle}
      action={t.send}
      isPending={invite.isPending}
      error={invite.error}
      onSubmit={() => invite.mutate({ email, role })}
    >
      <TextField label={t.email} type="email" isRequired autoComplete="off" value={email} onChange={setEmail} />
      <RadioGroup label={t.role} options={options} value={role} onChange={setRole} />
    </FormDialog>
  )
}

interface OfMember extends Closes {
  member: AdminOutput<'listStaff'>[number]
}

export function RoleDialog({ member, onClose }: OfMember) {
  const t = useTexts(teamTexts)
  const [role, setRole] = useState<Role>(member.role)
  const options = useRoleOptions()
  const change = useWrite('changeStaffRole', {
    changes: ['listStaff'],
    onDone: () => {
      showToast(t.roleSaved({ name: member.name }))
      onClose()
    },
  })
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={t.roleTitle({ name: member.name })}
      action={t.save}
      isPending={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate({ staffId: member.id, role })}
    >
      <RadioGroup label={t.role} options={options} value={role} onChange={setRole} />
    </FormDialog>
  )
}

export function RemoveDialog({ member, onClose }: OfMember) {
  const t = useTexts(teamTexts)
  const { name } = member
  const remove = useWrite('removeStaff', {
    changes: ['listStaff'],
    onDone: () => {
      showToast(t.removed({ name }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isFinal={false}
      onClose={onClose}
      title={t.removeTitle({ name })}
      text={t.removeText({ name })}
      action={t.remove}
      isPending={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ staffId: member.id })}
    />
  )
}

export function FactorDialog({ member, onClose }: OfMember) {
  const t = useTexts(teamTexts)
  const { name } = member
  const remove = useWrite('removeStaffSecondFactor', {
    changes: ['listStaff'],
    onDone: () => {
      showToast(t.resetFactorDone({ name }))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isFinal={false}
      onClose={onClose}
      title={t.resetFactorTitle({ name })}
      text={t.resetFactorText({ name })}
      action={t.resetFactor}
      isPending={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate({ staffId: member.id })}
    />
  )
}

export function LeaveDialog({ onClose }: Closes) {
  const t = useTexts(teamTexts)
  const { name } = useApp()
  const { openPage } = useConsole()
  const leave = useWrite('leaveTeam', { changes: [], onDone: () => openPage(BASE) })
  return (
    <ConfirmDialog
      isOpen
      isFinal={false}
      onClose={onClose}
      title={t.leaveTitle}
      text={t.leaveText({ app: name })}
      action={t.leave}
      isPending={leave.isPending}
      error={leave.error}
      onSubmit={() => leave.mutate({})}
    />
  )
}

export function RevokeDialog({ invitation, onClose }: Closes & { invitation: AdminOutput<'listInvitations'>[number] }) {
  const t = useTexts(teamTexts)
  const { id, email } = invitation
  const revoke = useWrite('revokeInvitation', {
    changes: ['listInvitations'],
    onDone: () => {
      showToast(t.revoked)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      isFinal={false}
      onClose={onClose}
      title={t.revokeTitle}
      text={t.revokeText({ email })}
      action={t.revoke}
      isPending={revoke.isPending}
      error={revoke.error}
      onSubmit={() => revoke.mutate({ invitationId: id })}
    />
  )
}
