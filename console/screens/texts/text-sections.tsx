import { memo, startTransition, useEffect, useRef, useState } from 'react'
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

/** All lines at once would keep a slow computer busy for a second. */
const LINES_AT_ONCE = 20

/** How far below the window lines are ready, so that neither scrolling nor the Tab key meets the end. */
const AHEAD = '1000px'

/** How many lines are mounted: more when their end comes near. */
function useGrowing(length: number) {
  const end = useRef<HTMLDivElement>(null)
  const [count, setCount] = useState(LINES_AT_ONCE)
  useEffect(() => {
    if (!end.current || count >= length) return undefined
    const grow = ([entry]: readonly IntersectionObserverEntry[]) => {
      if (entry?.isIntersecting) startTransition(() => setCount(count + LINES_AT_ONCE))
    }
    const observer = new IntersectionObserver(grow, { rootMargin: AHEAD })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [count, length])
  return { count, end }
}

export function TextSections({ rows, textOf, onEdit }: TextSectionsProps) {
  const t = useTexts(textsTexts)
  const { count, end } = useGrowing(rows.length)
  const shown = rows.slice(0, count)
  const sections = [...new Set(shown.map(({ section }) => section))]
  return (
    <div className="stack">
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
      <div ref={end} />
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
