import { useState } from 'react'
import { useLocation } from 'wouter'
import type { AdminOutput } from '../../../contract/admin/schemas'
import { useScope } from '../../data/console'
import { useRead, useWrite } from '../../data/queries'
import { ReadView } from '../../features/access'
import { appPath } from '../../lib/paths'
import { hostedTexts } from '../../texts/english/hosted'
import { useTexts } from '../../texts/texts'
import { Button } from '../../ui/button'
import { FormDialog } from '../../ui/dialog'
import { Select, TextField } from '../../ui/fields'
import { Badge, Card } from '../../ui/page'
import { EmptyState, Skeleton } from '../../ui/states'
import { Table } from '../../ui/table'
import { Time } from '../../ui/values'
import { kinds, toKind } from './groups'
import type { Group, Kind } from './groups'

type Piece = AdminOutput<'listContents'>[number]

const piecePath = (appId: string, id: string): string =>
  appPath(appId, `gated-content/hosted/${encodeURIComponent(id)}`)

/** Kinds of content in words. */
function useKindNames(): Readonly<Record<Kind, string>> {
  const t = useTexts(hostedTexts)
  return {
    HTML: t.kindHtml,
    TEXT: t.kindText,
    LINK: t.kindLink,
    IMAGE: t.kindImage,
    FILE: t.kindFile,
    JSON: t.kindJson,
    CSS: t.kindCss,
    JS: t.kindJs,
  }
}

interface HostedProps {
  groups: readonly Group[]
  mayWrite: boolean
  /** A piece belongs to a group. */
  onAddGroup: () => void
}

/** All pieces with their state, and a button for a new one. */
export function HostedContent({ groups, mayWrite, onAddGroup }: HostedProps) {
  const t = useTexts(hostedTexts)
  const read = useRead('listContents', {})
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button icon="plus" onPress={() => setAdding(true)}>
      {t.add}
    </Button>
  )
  const first = groups.length > 0 ? add : <Button onPress={onAddGroup}>{t.addGroup}</Button>
  const hasPieces = read.data !== undefined && read.data.data.length > 0
  return (
    <Card title={t.title} summary={t.summary} actions={mayWrite && groups.length > 0 && hasPieces && add}>
      <ReadView read={read} skeleton={<Skeleton height="3rem" lines={3} />}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState text={groups.length === 0 ? t.noGroup : t.none} action={mayWrite && first} />
          ) : (
            <PieceTable pieces={data} groups={groups} mayWrite={mayWrite} />
          )
        }
      </ReadView>
      {isAdding && <AddDialog groups={groups} onClose={() => setAdding(false)} />}
    </Card>
  )
}

interface PieceTableProps extends Pick<HostedProps, 'groups' | 'mayWrite'> {
  pieces: readonly Piece[]
}

function PieceTable({ pieces, groups, mayWrite }: PieceTableProps) {
  const t = useTexts(hostedTexts)
  const { appId } = useScope()
  const kindNames = useKindNames()
  const groupOf = (key: string) => groups.find((group) => group.key === key)?.name ?? t.unknownGroup({ key })
  const newest = ({ draft, published }: Piece) => draft ?? published
  const columns = [
    { id: 'name', label: t.name, isTitle: true, render: (piece: Piece) => newest(piece)?.name ?? piece.id },
    { id: 'kind', label: t.kind, render: (piece: Piece) => kindNames[toKind(newest(piece)?.type ?? '')] },
    { id: 'group', label: t.group, render: (piece: Piece) => groupOf(newest(piece)?.group ?? '') },
    { id: 'state', label: t.state, render: (piece: Piece) => <PieceState piece={piece} /> },
    {
      id: 'changed',
      label: t.changed,
      render: (piece: Piece) => {
        const { author = null, changedAt = null } = newest(piece) ?? {}
        return (
          <span className="piece-changed">
            <Time value={changedAt} /> {author && <span className="muted">{t.by({ name: author })}</span>}
          </span>
        )
      },
    },
  ]
  return (
    <Table
      label={t.title}
      columns={columns}
      rows={pieces}
      nameOf={(piece) => newest(piece)?.name ?? piece.id}
      {...(mayWrite && { hrefOf: ({ id }: Piece) => piecePath(appId, id) })}
    />
  )
}

function PieceState({ piece: { draft, published } }: { piece: Piece }) {
  const t = useTexts(hostedTexts)
  if (!published) return <Badge>{t.draftOnly}</Badge>
  return draft ? <Badge tone="warn">{t.draftToo}</Badge> : <Badge tone="good">{t.published}</Badge>
}

function AddDialog({ groups, onClose }: { groups: readonly Group[]; onClose: () => void }) {
  const t = useTexts(hostedTexts)
  const { appId } = useScope()
  const [, navigate] = useLocation()
  const kindNames = useKindNames()
  const [name, setName] = useState('')
  const [group, setGroup] = useState(groups[0]?.key ?? '')
  const [type, setType] = useState<Kind>('HTML')
  const add = useWrite('addContent', {
    changes: ['listContents'],
    onDone: ({ id }) => navigate(piecePath(appId, id)),
  })
  return (
    <FormDialog
      isOpen
      isModal
      onClose={onClose}
      title={t.addTitle}
      action={t.addAction}
      isPending={add.isPending}
      isDisabled={name.trim() === ''}
      error={add.error}
      onSubmit={() => add.mutate({ name, group, type })}
    >
      <TextField label={t.name} isRequired autoComplete="off" value={name} onChange={setName} />
      <Select
        label={t.kind}
        options={kinds.map((value) => ({ value, label: kindNames[value] }))}
        value={type}
        onChange={setType}
      />
      <Select
        label={t.group}
        hint={t.groupHint}
        options={groups.map(({ key, name: label }) => ({ value: key, label }))}
        value={group}
        onChange={setGroup}
      />
    </FormDialog>
  )
}
