import { useState } from 'react'
import type { Job } from '../../../contract/admin/schemas/jobs'
import { useMayDo } from '../../data/console'
import { useRead } from '../../data/queries'
import { membersTexts } from '../../texts/english/members'
import { useLocale, useTexts } from '../../texts/texts'
import { wholeNumber } from '../../lib/format'
import { Button } from '../../ui/button'
import { Menu } from '../../ui/menu'
import { BulkDialog } from './bulk-dialog'
import type { BulkKind } from './bulk-dialog'
import type { MemberDefinition } from './definition'
import { toFilterQuery } from './filter'
import type { FilterInput } from './filter'
import { ErrorLine } from '../../ui/states'

/** Members chosen one by one, or all that the filter finds. */
export interface Chosen {
  ids: ReadonlySet<string>
  isAll: boolean
}

interface BulkBarProps {
  chosen: Chosen
  onChosen: (chosen: Chosen) => void
  filter: FilterInput
  definition: MemberDefinition
  /** Undefined: not counted yet. */
  total: { count: number; isExact: boolean; text: string } | undefined
  onStarted: (job: Job) => void
}

/** Actions for the chosen members. Hidden while no member is chosen. */
export function BulkBar({ chosen, onChosen, filter, definition, total, onStarted }: BulkBarProps) {
  const t = useTexts(membersTexts)
  const locale = useLocale()
  const [kind, setKind] = useState<BulkKind | null>(null)
  // The count of the list ends at 10,000; a job needs the exact one.
  const counted = useRead(
    'listMembers',
    { ...toFilterQuery(filter), first: '1', count: 'true', includeJSON: 'false' },
    { isEnabled: chosen.isAll },
  )
  const size = chosen.isAll ? counted.data?.totalCount : chosen.ids.size
  if (!chosen.isAll && chosen.ids.size === 0) return null
  const selection = chosen.isAll ? { filter } : { ids: [...chosen.ids] }
  return (
    <section className="members-bulk" aria-label={t.selectionBar}>
      <output>
        <strong>{size === undefined ? t.counting : t.selected(size)}</strong>
        {chosen.isAll && <span className="muted"> {t.allSelected}</span>}
      </output>
      <div className="row">
        {!chosen.isAll && total && total.count > chosen.ids.size && (
          <Button kind="quiet" size="small" onPress={() => onChosen({ ids: chosen.ids, isAll: true })}>
            {t.selectAll({ count: total.isExact ? wholeNumber(total.count, locale) : total.text })}
          </Button>
        )}
        <Button kind="quiet" size="small" onPress={() => onChosen({ ids: new Set(), isAll: false })}>
          {t.clearSelection}
        </Button>
        <Acts onChoose={setKind} isDisabled={size === undefined || size === 0} />
      </div>
      {counted.error && chosen.isAll && <ErrorLine text={counted.error.message} />}
      {kind && size !== undefined && (
        <BulkDialog
          kind={kind}
          selection={{ ...selection, count: size }}
          isCounting={counted.isFetching}
          onCountAgain={() => void counted.refetch()}
          definition={definition}
          onStarted={onStarted}
          onClose={() => setKind(null)}
        />
      )}
    </section>
  )
}

interface ActsProps {
  onChoose: (kind: BulkKind) => void
  isDisabled: boolean
}

/** Only what the person's role includes. */
function Acts({ onChoose, isDisabled }: ActsProps) {
  const t = useTexts(membersTexts)
  const [mayWrite, mayExport, mayDelete] = [
    useMayDo('members.write'),
    useMayDo('members.export'),
    useMayDo('members.delete'),
  ]
  const entry = (id: BulkKind, label: string) => ({ id, label, onAction: () => onChoose(id) })
  const groups = [
    {
      id: 'data',
      entries: [
        entry('add-plan', t.addPlan),
        entry('remove-plan', t.removePlan),
        entry('set-field', t.setField),
        entry('verify', t.verify),
      ],
    },
    {
      id: 'logins',
      entries: [entry('end-sessions', t.endSessions), entry('suspend', t.suspend), entry('unsuspend', t.unsuspend)],
    },
  ]
  return (
    <>
      {mayExport && (
        <Button size="small" isDisabled={isDisabled} onPress={() => onChoose('export')}>
          {t.exportCsv}
        </Button>
      )}
      {mayWrite && (
        <Menu label={t.acts} groups={groups}>
          <Button size="small" isDisabled={isDisabled}>
            {t.acts}
          </Button>
        </Menu>
      )}
      {mayDelete && (
        <Button size="small" kind="danger" isDisabled={isDisabled} onPress={() => onChoose('delete')}>
          {t.remove}
        </Button>
      )}
    </>
  )
}
