import { useState } from 'react'
import type { AdminOutput } from '../../../contract/admin/schemas'
import { useApps } from '../../data/console'
import { useRead, useWrite } from '../../data/queries'
import { addApp } from '../../data/session'
import { ReadView } from '../../features/access'
import { InvitationLink } from '../../features/invitation-link'
import { appPath, newAppPath } from '../../lib/paths'
import { serverAppsTexts } from '../../texts/english/server-apps'
import { useTexts } from '../../texts/texts'
import { Button, LinkButton } from '../../ui/button'
import { FormDialog } from '../../ui/dialog'
import { TextField } from '../../ui/fields'
import { PageHeader, usePageTitle } from '../../ui/page'
import { EmptyState, Skeleton } from '../../ui/states'
import { Table } from '../../ui/table'
import { showToast } from '../../ui/toast'
import { Count } from '../../ui/values'

type ServerApp = AdminOutput<'listServerApps'>[number]
type Act = { kind: 'take' | 'invite'; app: ServerApp }

/** All apps of the server, for server owners: their names and owners, no member. */
export default function ServerAppsScreen() {
  const t = useTexts(serverAppsTexts)
  const read = useRead('listServerApps', {})
  const [act, setAct] = useState<Act | null>(null)
  const close = () => setAct(null)
  usePageTitle(t.title)
  const add = (
    <LinkButton href={newAppPath} icon="plus">
      {t.newApp}
    </LinkButton>
  )
  return (
    <>
      <PageHeader title={t.title} summary={t.summary} actions={add} />
      <ReadView read={read} skeleton={<Skeleton height="2.75rem" lines={4} />}>
        {({ data }) => <Apps apps={data} onAct={setAct} empty={<EmptyState text={t.none} action={add} />} />}
      </ReadView>
      {act?.kind === 'take' && <TakeRoleDialog app={act.app} onClose={close} />}
      {act?.kind === 'invite' && <FirstOwnerDialog app={act.app} onClose={close} />}
    </>
  )
}

interface AppsProps {
  apps: readonly ServerApp[]
  empty: React.ReactNode
  onAct: (act: Act) => void
}

function Apps({ apps, empty, onAct }: AppsProps) {
  const t = useTexts(serverAppsTexts)
  const columns = [
    { id: 'name', label: t.name, isTitle: true, render: ({ name }: ServerApp) => name },
    { id: 'id', label: t.id, render: ({ id }: ServerApp) => <code>{id}</code> },
    {
      id: 'owners',
      label: t.owners,
      isNumeric: true,
      render: ({ owners }: ServerApp) => (owners === 0 ? t.noOwner : <Count value={owners} />),
    },
    {
      id: 'actions',
      label: t.actions,
      isActions: true,
      render: (app: ServerApp) => <AppActions app={app} onAct={onAct} />,
    },
  ]
  return <Table label={t.title} columns={columns} rows={apps} nameOf={({ name }) => name} empty={empty} />
}

function AppActions({ app, onAct }: { app: ServerApp; onAct: AppsProps['onAct'] }) {
  const t = useTexts(serverAppsTexts)
  const own = useApps().find(({ id }) => id === app.id)
  const { name } = app
  return (
    <span className="row">
      {own && (
        <LinkButton href={appPath(app.id)} size="small" aria-label={t.openOf({ name })}>
          {t.open}
        </LinkButton>
      )}
      {app.owners === 0 && (
        <Button size="small" aria-label={t.inviteOf({ name })} onPress={() => onAct({ kind: 'invite', app })}>
          {t.invite}
        </Button>
      )}
      {own?.role !== 'owner' && (
        <Button size="small" aria-label={t.takeOf({ name })} onPress={() => onAct({ kind: 'take', app })}>
          {t.take}
        </Button>
      )}
    </span>
  )
}

interface DialogProps {
  app: ServerApp
  onClose: () => void
}

/** The person then sees members: the log has it, and the other owners get a mail. */
function TakeRoleDialog({ app: { id, name, owners }, onClose }: DialogProps) {
  const t = useTexts(serverAppsTexts)
  const take = useWrite('takeOwnerRole', {
    changes: ['listServerApps'],
    onDone: (taken) => {
      addApp(taken)
      showToast(t.taken({ name }))
      onClose()
    },
  })
  return (
    <FormDialog
      isOpen
      role="alertdialog"
      onClose={onClose}
      title={t.takeTitle({ name })}
      action={t.take}
      isPending={take.isPending}
      error={take.error}
      onSubmit={() => take.mutate({ appId: id })}
    >
      <p>{owners === 0 ? t.takeText : t.takeTextOwners(owners)}</p>
    </FormDialog>
  )
}

function FirstOwnerDialog({ app: { id, name }, onClose }: DialogProps) {
  const t = useTexts(serverAppsTexts)
  const [email, setEmail] = useState('')
  const invite = useWrite('nameFirstOwner', { changes: ['listServerApps'] })
  if (invite.data) return <InvitationLink invitation={invite.data.data} onClose={onClose} />
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={t.inviteTitle({ name })}
      action={t.send}
      isPending={invite.isPending}
      error={invite.error}
      onSubmit={() => invite.mutate({ appId: id, email })}
    >
      <p>{t.inviteText}</p>
      <TextField label={t.email} type="email" isRequired autoComplete="off" value={email} onChange={setEmail} />
    </FormDialog>
  )
}
