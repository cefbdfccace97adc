import { lazy, Suspense, useState } from 'react'
import type { AdminOutput } from '../../../contract/admin/schemas'
import { useMayDo } from '../../data/console'
import { useRead } from '../../data/queries'
import { ReadView, RequireRight } from '../../features/access'
import { contentTexts } from '../../texts/english/content'
import { useTexts } from '../../texts/texts'
import { Button, IconButton } from '../../ui/button'
import { Menu } from '../../ui/menu'
import { Badge, Card, CodeBlock, Facts, PageHeader } from '../../ui/page'
import { EmptyState, Skeleton } from '../../ui/states'
import { Table } from '../../ui/table'
import { GateDialog, RemoveGateDialog } from './gate-dialogs'
import { GroupDialog, RemoveGroupDialog } from './group-dialogs'
import { gateId, groupsOf, plansOf } from './groups'
import type { ContentState, Gate, Group } from './groups'
import { HostedContent } from './hosted-content'
import { Tester } from './tester'
import './content.css'

type Body = AdminOutput<'getDefinition'>

/** Subject of a dialog: a group, or one of its gates. Null: a new one. */
export type Edited =
  | { kind: 'group' | 'remove-group'; group: Group | null }
  | { kind: 'gate' | 'remove-gate'; group: Group; gate: Gate | null }

const PiecePage = lazy(() => import('./piece-page'))

/** Below the screen: one piece of hosted content. */
const PIECES = 'hosted/'

export default function ContentScreen({ rest }: { rest: string }) {
  if (!rest.startsWith(PIECES)) return <ContentOverview />
  const id = decodeURIComponent(rest.slice(PIECES.length))
  return (
    <RequireRight right="content.write">
      <Suspense fallback={<Skeleton height="24rem" />}>
        <PiecePage key={id} id={id} />
      </Suspense>
    </RequireRight>
  )
}

/** Content groups with their plans, the pages that they protect, and hosted content. */
function ContentOverview() {
  const t = useTexts(contentTexts)
  const mayWrite = useMayDo('content.write')
  const [edited, setEdited] = useState<Edited | null>(null)
  const read = useRead('getDefinition', {})
  return (
    <>
      <PageHeader
        title={t.title}
        summary={t.summary}
        actions={
          mayWrite && (
            <Button kind="primary" icon="plus" onPress={() => setEdited({ kind: 'group', group: null })}>
              {t.addGroup}
            </Button>
          )
        }
      />
      <ReadView read={read} skeleton={<Skeleton height="14rem" lines={2} />}>
        {({ data }) => (
          <>
            <Groups body={data} edited={edited} onEdit={setEdited} mayWrite={mayWrite} />
            <HostedContent
              groups={groupsOf(data.definition)}
              mayWrite={mayWrite}
              onAddGroup={() => setEdited({ kind: 'group', group: null })}
            />
          </>
        )}
      </ReadView>
    </>
  )
}

interface GroupsProps {
  body: Body
  edited: Edited | null
  onEdit: (edited: Edited | null) => void
  mayWrite: boolean
}

function Groups({ body, edited, onEdit, mayWrite }: GroupsProps) {
  const t = useTexts(contentTexts)
  const [groups, plans] = [groupsOf(body.definition), plansOf(body.definition)]
  const state = { groups, plans, version: String(body.version), contents: body.contents }
  const close = () => onEdit(null)
  return (
    <>
      {groups.length === 0 ? (
        <Card>
          <EmptyState
            text={t.noGroups}
            action={mayWrite && <Button onPress={() => onEdit({ kind: 'group', group: null })}>{t.addGroup}</Button>}
          />
        </Card>
      ) : (
        <>
          <Tester groups={groups} plans={plans} />
          {groups.map((group) => (
            <GroupCard key={group.key} group={group} state={state} onEdit={onEdit} mayWrite={mayWrite} />
          ))}
        </>
      )}
      {edited?.kind === 'group' && <GroupDialog group={edited.group} state={state} onClose={close} />}
      {edited?.kind === 'remove-group' && edited.group && (
        <RemoveGroupDialog group={edited.group} state={state} onClose={close} />
      )}
      {edited?.kind === 'gate' && <GateDialog group={edited.group} gate={edited.gate} state={state} onClose={close} />}
      {edited?.kind === 'remove-gate' && edited.gate && (
        <RemoveGateDialog group={edited.group} gate={edited.gate} state={state} onClose={close} />
      )}
    </>
  )
}

interface GroupCardProps extends Pick<GroupsProps, 'onEdit' | 'mayWrite'> {
  group: Group
  state: ContentState
}

function GroupCard({ group, state, onEdit, mayWrite }: GroupCardProps) {
  const t = useTexts(contentTexts)
  const { key, name, redirect } = group
  const nameOf = (id: string) => state.plans.find((plan) => plan.id === id)?.name ?? id
  const label = t.actions({ name })
  const entries = [
    { id: 'edit', label: t.edit, onAction: () => onEdit({ kind: 'group', group }) },
    { id: 'remove', label: t.remove, isDanger: true, onAction: () => onEdit({ kind: 'remove-group', group }) },
  ]
  return (
    <Card
      title={name}
      actions={
        mayWrite && (
          <Menu label={label} groups={[{ id: 'acts', entries }]}>
            <IconButton icon="more" label={label} size="small" />
          </Menu>
        )
      }
    >
      <Facts
        facts={[
          { label: t.key, value: <code>{key}</code> },
          {
            label: t.open,
            value: (
              <span className="row">
                {group.plans.length === 0 ? (
                  <Badge>{t.everyMember}</Badge>
                ) : (
                  group.plans.map((id) => (
                    <Badge key={id} tone="accent">
                      {nameOf(id)}
                    </Badge>
                  ))
                )}
              </span>
            ),
          },
          { label: t.redirect, value: <code>{redirect}</code> },
        ]}
      />
      <Gates group={group} onEdit={onEdit} mayWrite={mayWrite} />
      <CodeBlock label={t.markUp} code={`<div data-ms-content="${key}">…</div>`} />
    </Card>
  )
}

type GateRow = Gate & { id: string }

function Gates({ group, onEdit, mayWrite }: Omit<GroupCardProps, 'state'>) {
  const t = useTexts(contentTexts)
  const rows = group.urls.map((gate) => ({ ...gate, id: gateId(group.key, gate) }))
  const add = (
    <Button
      size="small"
      icon="plus"
      aria-label={t.addPageTo({ name: group.name })}
      onPress={() => onEdit({ kind: 'gate', group, gate: null })}
    >
      {t.addPage}
    </Button>
  )
  const columns = [
    { id: 'path', label: t.path, isTitle: true, render: ({ url }: GateRow) => <code>{url}</code> },
    {
      id: 'scope',
      label: t.scope,
      render: ({ filter }: GateRow) => (filter === 'EQUALS' ? t.equals : t.starts),
    },
    ...(mayWrite
      ? [
          {
            id: 'actions',
            label: t.more,
            isActions: true,
            render: (gate: GateRow) => <GateMenu group={group} gate={gate} onEdit={onEdit} />,
          },
        ]
      : []),
  ]
  return (
    <div className="stack-s">
      <div className="row-between">
        <h3>{t.pages}</h3>
        {mayWrite && rows.length > 0 && add}
      </div>
      <Table
        label={t.pagesOf({ name: group.name })}
        columns={columns}
        rows={rows}
        nameOf={({ url }) => url}
        empty={<EmptyState text={t.noPages} action={mayWrite && add} />}
      />
    </div>
  )
}

function GateMenu({ group, gate, onEdit }: { group: Group; gate: GateRow; onEdit: GroupsProps['onEdit'] }) {
  const t = useTexts(contentTexts)
  const label = t.actions({ name: gate.url })
  const entries = [
    { id: 'edit', label: t.edit, onAction: () => onEdit({ kind: 'gate', group, gate }) },
    { id: 'remove', label: t.remove, isDanger: true, onAction: () => onEdit({ kind: 'remove-gate', group, gate }) },
  ]
  return (
    <Menu label={label} groups={[{ id: 'acts', entries }]}>
      <IconButton icon="more" label={label} size="small" />
    </Menu>
  )
}
