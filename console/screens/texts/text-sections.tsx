import { memo, startTransition, useEffect, useState } from 'react'
import { textsTexts } from '../../texts/english/texts'
import { useTexts } from '../../texts/texts'
import { TextField } from '../../ui/fields'
import { Badge, Card } from '../../ui/page'
import { lostIn } from './rows'
import type { TextRow } from './rows'

interface TextSectionsProps {
  rows: readonly TextRow[]
  textOf: (key: string) => string
  onEdit: (key: string, text: string) => void
}

/** Lines of the first frame, and of each later one: keys and clicks of a slow computer come in between. */
const LINES_AT_ONCE = 20

function useGrowing(length: number): number {
  const [count, setCount] = useState(LINES_AT_ONCE)
  useEffect(() => {
    if (count < length) startTransition(() => setCount(count + LINES_AT_ONCE))
  }, [count, length])
  return count
}

export function TextSections({ rows, textOf, onEdit }: TextSectionsProps) {
  const t = useTexts(textsTexts)
  const count = useGrowing(rows.length)
  const shown = rows.slice(0, count)
  const sections = [...new Set(shown.map(({ section }) => section))]
  return (
    <div className="stack" aria-busy={shown.length < rows.length}>
      {sections.map((section) => (
        <Card key={section} title={t[section]}>
          <ul className="text-list">
            {shown
              .filter((row) => row.section === section)
              .map((row) => (
                <TextLine key={row.key} row={row} text={textOf(row.key)} onEdit={onEdit} />
              ))}
          </ul>
        </Card>
      ))}
    </div>
  )
}

interface TextLineProps {
  row: TextRow
  /** Empty: the default. */
  text: string
  onEdit: (key: string, text: string) => void
}

/** One of some 250: it renders again only when its own text, or the version that an edit is based on, changes. */
const TextLine = memo(
  function TextLine({ row: { key, standard }, text, onEdit }: TextLineProps) {
    const t = useTexts(textsTexts)
    const lost = lostIn(key, text)
    return (
      <li className="text-line">
        <div className="text-standard">
          <p>{standard ?? t.unused}</p>
          <p className="row">
            <code>{key}</code>
            {standard === null ? (
              <Badge tone="warn">{t.unusedMark}</Badge>
            ) : text ? (
              <Badge tone="accent">{t.ownMark}</Badge>
            ) : (
              <Badge>{t.gapMark}</Badge>
            )}
          </p>
        </div>
        <TextField
          label={t.textOf({ text: standard ?? key })}
          value={text}
          onChange={(typed) => onEdit(key, typed)}
          placeholder={standard ?? ''}
          maxLength={TEXT_MAX_CHARS}
          autoComplete="off"
          error={lost.length > 0 ? t.lost({ names: lost.join(', ') }) : null}
        />
      </li>
    )
  },
  (before, after) => before.row === after.row && before.text === after.text && before.onEdit === after.onEdit,
)

/** Longer than any sentence of a dialog. */
const TEXT_MAX_CHARS = 1_000
