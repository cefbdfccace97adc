import { useState } from 'react'
import { FILTERABLE_FIELDS_MAX } from '../../../contract/limits'
import { useMayDo } from '../../data/console'
import { useWrite } from '../../data/queries'
import { ReadView } from '../../features/access'
import { useDefinition } from '../../features/edit-dialog'
import { listOf, textOf } from '../../lib/json'
import type { Json } from '../../lib/json'
import { fieldsTexts } from '../../texts/english/fields'
import { useTexts } from '../../texts/texts'
import { Button, IconButton } from '../../ui/button'
import { Menu } from '../../ui/menu'
import { Badge, Notice, PageHeader } from '../../ui/page'
import { EmptyState, Skeleton } from '../../ui/states'
import { Table } from '../../ui/table'
import { FieldDialog, RemoveFieldDialog, useFieldNames } from './field-dialogs'
import { fieldsOf, moved } from './field-form'
import type { Field } from './field-form'

type Act = { kind: 'add' } | { kind: 'edit' | 'remove'; field: Field }

/** Custom fields of an app: order, form and who sees them. */
export default function FieldsScreen() {
  const t = useTexts(fieldsTexts)
  const mayEdit = useMayDo('signin.write')
  const read = useDefinition()
  const [act, setAct] = useState<Act | null>(null)
  const close = () => setAct(null)
  const add = () => setAct({ kind: 'add' })
  return (
    <>
      <PageHeader
        title={t.title}
        summary={t.summary}
        actions={
          mayEdit && (
            <Button kind="primary" icon="plus" onPress={add}>
              {t.add}
            </Button>
          )
        }
      />
      <ReadView read={read} skeleton={<Skeleton height="2.75rem" lines={6} />}>
        {({ data: { definition, version } }) => {
          const fields = fieldsOf(definition)
          return (
            <>
              <FieldTable fields={fields} mayEdit={mayEdit} onAct={setAct} />
              {act?.kind === 'add' && <FieldDialog field={null} fields={fields} version={version} onClose={close} />}
              {act?.kind === 'edit' && (
                <FieldDialog field={act.field} fields={fields} version={version} onClose={close} />
              )}
              {act?.kind === 'remove' && <RemoveFieldDialog field={act.field} onClose={close} />}
            </>
          )
        }}
      </ReadView>
    </>
  )
}

interface FieldTableProps {
  fields: readonly Field[]
  mayEdit: boolean
  onAct: (act: Act) => void
}

/** The columns; the last one, with the menu, needs a person who may edit. */
function useFieldColumns({ fields, mayEdit, onAct }: FieldTableProps, onOrder: FieldMenuProps['onOrder']) {
  const t = useTexts(fieldsTexts)
  const names = useFieldNames()
  return [
    { id: 'label', label: t.label, isTitle: true, render: ({ label }: Field) => label },
    { id: 'key', label: t.key, render: ({ key }: Field) => <code>{key}</code> },
    { id: 'type', label: t.type, render: ({ type }: Field) => names.types[type] },
    {
      id: 'visibility',
      label: t.visibility,
      render: ({ visibility, restrictToAdmin }: Field) =>
        restrictToAdmin ? t.ownerOnly : names.visibilities[visibility],
    },
    { id: 'use', label: t.inUse, render: (field: Field) => <FieldBadges field={field} /> },
    ...(mayEdit
      ? [
          {
            id: 'actions',
            label: t.actionsColumn,
            isActions: true,
            render: (field: Field) => <FieldMenu field={field} fields={fields} onAct={onAct} onOrder={onOrder} />,
          },
        ]
      : []),
  ]
}

function FieldTable(props: FieldTableProps) {
  const { fields, mayEdit, onAct } = props
  const t = useTexts(fieldsTexts)
  const { failure, order } = useOrder()
  const columns = useFieldColumns(props, order)
  const used = fields.filter(({ filterable }) => filterable).length
  return (
    <div className="stack-s">
      {failure && (
        <Notice tone="bad" isAlert>
          {failure.message}
        </Notice>
      )}
      <Table
        label={t.list}
        columns={columns}
        rows={fields}
        nameOf={({ label }) => label}
        empty={
          <EmptyState
            text={t.empty}
            action={mayEdit && <Button onPress={() => onAct({ kind: 'add' })}>{t.add}</Button>}
          />
        }
      />
      {fields.length > 0 && (
        <p className="muted">{t.filtersLeft({ used: String(used), max: String(FILTERABLE_FIELDS_MAX) })}</p>
      )}
    </div>
  )
}

function FieldBadges({ field: { required, hidden, filterable } }: { field: Field }) {
  const t = useTexts(fieldsTexts)
  if (!required && !hidden && !filterable) return null
  return (
    <span className="row">
      {required && <Badge tone="warn">{t.required}</Badge>}
      {hidden && <Badge>{t.hidden}</Badge>}
      {filterable && <Badge tone="accent">{t.filterable}</Badge>}
    </span>
  )
}

/** The order changes at once; a failed save puts the fields back. */
function useOrder() {
  const write = useWrite('orderDefinitionItems', {
    changes: ['getDefinition'],
    expects: {
      of: 'getDefinition',
      input: {},
      apply: (data: { definition: Json }, { ids }: { ids: string[] }) => ({
        ...data,
        definition: { ...data.definition, customFields: inOrder(listOf(data.definition['customFields']), ids) },
      }),
    },
  })
  return { failure: write.error, order: (ids: string[]) => write.mutate({ part: 'fields', ids }) }
}

const inOrder = (items: readonly Json[], ids: readonly string[]): Json[] =>
  items.map((item) => ({ ...item, order: ids.indexOf(textOf(item['key'])) }))

interface FieldMenuProps {
  field: Field
  fields: readonly Field[]
  onAct: (act: Act) => void
  onOrder: (ids: string[]) => void
}

function FieldMenu({ field, fields, onAct, onOrder }: FieldMenuProps) {
  const t = useTexts(fieldsTexts)
  const keys = fields.map(({ key }) => key)
  const label = t.actions({ name: field.label })
  const move = (by: -1 | 1) => onOrder(moved(keys, field.key, by))
  const entries = [
    { id: 'edit', label: t.edit, onAction: () => onAct({ kind: 'edit', field }) },
    { id: 'up', label: t.up, isDisabled: keys[0] === field.key, onAction: () => move(-1) },
    { id: 'down', label: t.down, isDisabled: keys.at(-1) === field.key, onAction: () => move(1) },
    { id: 'remove', label: t.remove, isDanger: true, onAction: () => onAct({ kind: 'remove', field }) },
  ]
  return (
    <Menu label={label} groups={[{ id: 'acts', entries }]}>
      <IconButton icon="more" label={label} size="small" />
    </Menu>
  )
}
