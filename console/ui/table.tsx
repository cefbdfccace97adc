import type { ReactNode } from 'react'
import {
  Cell,
  Column as AriaColumn,
  Row as AriaRow,
  Table as AriaTable,
  TableBody,
  TableHeader,
  TableLayout,
  Virtualizer,
} from 'react-aria-components'
import type { Key, Selection, SortDescriptor } from 'react-aria-components'
import { MEDIUM, NARROW, useMedia } from '../lib/use-media'
import { uiTexts } from '../texts/english/ui'
import { useTexts } from '../texts/texts'
import { Link } from './button'
import { Checkbox } from './choices'
import { Icon } from './icon'

export interface Column<Row> {
  id: string
  label: string
  render: (row: Row) => ReactNode
  /** Names the row for screen readers and is the title of its card. One column has it. */
  isTitle?: boolean
  isNumeric?: boolean
  /** Buttons at the end of the row; screen readers alone read its head. */
  isActions?: boolean
  isSortable?: boolean
  /** CSS pixels; only virtual tables need it. */
  width?: number
}

export interface TableSort {
  column: string
  isDescending: boolean
}

export interface TableSelection {
  ids: ReadonlySet<string>
  onChange: (ids: ReadonlySet<string>) => void
}

export interface TableProps<Row extends { id: string }> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** In words, for the checkbox of a row. */
  nameOf: (row: Row) => string
  hrefOf?: (row: Row) => string
  selection?: TableSelection
  sort?: TableSort | null
  onSort?: (sort: TableSort) => void
  /** Renders only the visible rows, in a frame of its own: for more than about 200. */
  isVirtual?: boolean
  /** Shown instead of rows. */
  empty?: ReactNode
}

const ROW_HEIGHT = 44
const SELECT_WIDTH = 44
/** In a window of medium width. */
const COLUMNS_MAX = 4

/** Arrow keys move between cells, Space selects, Enter opens. On a narrow screen it is a list of cards. */
export function Table<Row extends { id: string }>(props: TableProps<Row>) {
  const isNarrow = useMedia(NARROW)
  const isMedium = useMedia(MEDIUM)
  // A list has no headers to sort by, and a virtual table scrolls.
  const isList = isNarrow || (isMedium && props.columns.length > COLUMNS_MAX && !props.onSort && !props.isVirtual)
  if (props.rows.length === 0 && props.empty) return <div className="table-frame">{props.empty}</div>
  if (isList) return <RowList {...props} />
  return props.isVirtual ? (
    <div className="table-frame" data-virtual>
      <Virtualizer layout={TableLayout} layoutOptions={{ rowHeight: ROW_HEIGHT, headingHeight: ROW_HEIGHT }}>
        <Grid {...props} />
      </Virtualizer>
    </div>
  ) : (
    <div className="table-frame">
      <Grid {...props} />
    </div>
  )
}

function Grid<Row extends { id: string }>({
  label,
  columns,
  rows,
  hrefOf,
  selection,
  sort,
  onSort,
  nameOf,
}: TableProps<Row>) {
  const t = useTexts(uiTexts)
  return (
    <AriaTable
      aria-label={label}
      className="table"
      selectionMode="none"
      {...(selection && selectionProps(rows, selection))}
      {...sortProps(sort ?? null, onSort)}
    >
      <TableHeader>
        {selection && (
          <AriaColumn id="select" width={SELECT_WIDTH}>
            <Checkbox slot="selection" aria-label={t.selectAll} />
          </AriaColumn>
        )}
        {columns.map((column) => (
          <HeaderCell key={column.id} column={column} sort={sort ?? null} />
        ))}
      </TableHeader>
      <TableBody items={rows} dependencies={[columns, selection?.ids]}>
        {(row) => (
          <AriaRow id={row.id} textValue={nameOf(row)} {...(hrefOf && { href: hrefOf(row) })}>
            {selection && (
              <Cell>
                <Checkbox slot="selection" aria-label={`${t.select} ${nameOf(row)}`} />
              </Cell>
            )}
            {columns.map(({ id, isNumeric, isActions, render }) => (
              <Cell key={id} {...(isNumeric && { 'data-numeric': true })} {...(isActions && { 'data-actions': true })}>
                {render(row)}
              </Cell>
            ))}
          </AriaRow>
        )}
      </TableBody>
    </AriaTable>
  )
}

/** The library's props for a selection. */
const selectionProps = (rows: readonly { id: string }[], { ids, onChange }: TableSelection) => ({
  selectionMode: 'multiple' as const,
  selectedKeys: ids,
  onSelectionChange: (keys: Selection) =>
    onChange(new Set(keys === 'all' ? rows.map(({ id }) => id) : [...keys].map((key: Key) => String(key)))),
})

/** The library's props for a sort. @param sort null: no column is marked */
function sortProps(sort: TableSort | null, onSort: ((sort: TableSort) => void) | undefined) {
  const sortDescriptor: SortDescriptor | undefined = sort
    ? { column: sort.column, direction: sort.isDescending ? 'descending' : 'ascending' }
    : undefined
  return {
    ...(sortDescriptor && { sortDescriptor }),
    onSortChange: ({ column, direction }: SortDescriptor) =>
      onSort?.({ column: String(column), isDescending: direction === 'descending' }),
  }
}

function HeaderCell<Row>({ column, sort }: { column: Column<Row>; sort: TableSort | null }) {
  const { id, label, isTitle, isNumeric, isActions, isSortable, width } = column
  const isSorted = sort?.column === id
  return (
    <AriaColumn
      id={id}
      isRowHeader={isTitle ?? false}
      allowsSorting={isSortable ?? false}
      {...(width !== undefined && { width })}
      {...(isNumeric && { 'data-numeric': true })}
    >
      <span className={isActions ? 'visually-hidden' : 'table-sort'}>
        {label}
        {isSortable && <Icon name={isSorted ? (sort.isDescending ? 'down' : 'up') : 'sort'} size={12} />}
      </span>
    </AriaColumn>
  )
}

const titleFirst = <Row,>(columns: readonly Column<Row>[]): Column<Row>[] =>
  columns.toSorted((one, other) => Number(other.isTitle ?? false) - Number(one.isTitle ?? false))

/** The same rows as cards: labels beside values, nothing to scroll sideways. */
function RowList<Row extends { id: string }>({ label, columns, rows, nameOf, hrefOf, selection }: TableProps<Row>) {
  const t = useTexts(uiTexts)
  const toggle = (id: string, isSelected: boolean) => {
    const ids = new Set(selection?.ids)
    if (isSelected) ids.add(id)
    else ids.delete(id)
    selection?.onChange(ids)
  }
  return (
    <ul className="row-list" aria-label={label}>
      {rows.map((row) => (
        <li key={row.id}>
          {selection && (
            <Checkbox
              aria-label={`${t.select} ${nameOf(row)}`}
              isSelected={selection.ids.has(row.id)}
              onChange={(isSelected) => toggle(row.id, isSelected)}
            />
          )}
          <dl>
            {titleFirst(columns)
              .filter(({ isActions }) => !isActions)
              .map((column) => (
                <ListEntry key={column.id} column={column} row={row} {...(hrefOf && { href: hrefOf(row) })} />
              ))}
          </dl>
          {columns.map(({ id, isActions, render }) => isActions && <div key={id}>{render(row)}</div>)}
        </li>
      ))}
    </ul>
  )
}

function ListEntry<Row>({
  column: { label, isTitle, render },
  row,
  href,
}: {
  column: Column<Row>
  row: Row
  href?: string
}) {
  if (!isTitle) {
    return (
      <>
        <dt>{label}</dt>
        <dd>{render(row)}</dd>
      </>
    )
  }
  return (
    <>
      <dt className="visually-hidden">{label}</dt>
      <dd className="row-title">{href ? <Link href={href}>{render(row)}</Link> : render(row)}</dd>
    </>
  )
}
