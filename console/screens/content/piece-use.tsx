import { useState } from 'react'
import { useScope } from '../../data/console'
import { BASE } from '../../lib/paths'
import { contentTexts } from '../../texts/english/content'
import { hostedTexts } from '../../texts/english/hosted'
import { useTexts } from '../../texts/texts'
import { RadioGroup } from '../../ui/choices'
import { Select } from '../../ui/fields'
import { Badge, Card, CodeBlock, Facts, Notice } from '../../ui/page'
import { Skeleton } from '../../ui/states'
import { mayEnter, viewersOf } from './groups'
import type { Group, Plan, Viewer } from './groups'
import type { DraftEditor } from './use-draft'

interface PreviewProps {
  id: string
  draft: DraftEditor
  /** Undefined: it was removed, so no one gets the content. */
  group: Group | undefined
  plans: readonly Plan[]
}

const viewerId = (viewer: Viewer): string => (viewer.kind === 'visitor' ? 'visitor' : (viewer.planIds[0] ?? 'member'))

/** The draft as a page shows it, for visitors and members of each plan. */
export function PiecePreview({ id, draft, group, plans }: PreviewProps) {
  const t = useTexts(hostedTexts)
  const words = useTexts(contentTexts)
  const viewers = viewersOf(plans)
  const [chosen, setChosen] = useState<string | null>(null)
  const [width, setWidth] = useState<'wide' | 'phone'>('wide')
  const allowed = viewers.find((viewer) => group && mayEnter(group, viewer))
  const viewer = viewers.find((one) => viewerId(one) === chosen) ?? allowed ?? viewers[0]
  const nameOf = (one: Viewer): string => {
    if (one.kind === 'visitor') return words.visitor
    const [planId] = one.planIds
    if (planId === undefined) return words.memberWithout
    return words.memberWith({ name: plans.find((plan) => plan.id === planId)?.name ?? planId })
  }
  if (!viewer) return null
  const gets = group !== undefined && mayEnter(group, viewer)
  const isCode = ['JSON', 'CSS', 'JS'].includes(draft.typed.type)
  return (
    <Card title={t.preview} summary={t.previewSummary}>
      <div className="piece-fields">
        <Select
          label={t.viewer}
          options={viewers.map((one) => ({ value: viewerId(one), label: nameOf(one) }))}
          value={viewerId(viewer)}
          onChange={setChosen}
        />
        <RadioGroup
          label={t.width}
          options={[
            { value: 'wide', label: t.wide },
            { value: 'phone', label: t.phone },
          ]}
          value={width}
          onChange={setWidth}
        />
      </div>
      {gets && isCode && <p className="muted">{t.codeNote}</p>}
      {gets ? (
        <ContentFrame id={id} draft={draft} width={width} />
      ) : (
        <Notice>{t.refused({ viewer: nameOf(viewer) })}</Notice>
      )}
    </Card>
  )
}

/** The server's own page with the draft: no script of it runs, and it can't reach the console. */
function ContentFrame({ id, draft, width }: Pick<PreviewProps, 'id' | 'draft'> & { width: 'wide' | 'phone' }) {
  const t = useTexts(hostedTexts)
  const { appId } = useScope()
  const { version, isSaved, typed, origin } = draft
  // The last saved state stays until the next one is saved.
  const [shown, setShown] = useState(isSaved ? `${version}.${origin}` : null)
  if (isSaved && shown !== `${version}.${origin}`) setShown(`${version}.${origin}`)
  if (shown === null) return <Skeleton height="20rem" />
  const path = `${BASE}/content/${encodeURIComponent(appId)}/${encodeURIComponent(id)}`
  return (
    <iframe
      sandbox=""
      className="content-frame"
      data-width={width}
      title={t.frame({ name: typed.name })}
      src={`${path}?version=${shown}`}
    />
  )
}

interface UseProps {
  id: string
  draft: DraftEditor
  groups: readonly Group[]
  isPublished: boolean
}

/** Markup to copy, and who gets it. */
export function PieceUse({ id, draft, groups, isPublished }: UseProps) {
  const t = useTexts(hostedTexts)
  const words = useTexts(contentTexts)
  const { name, type, group: key } = draft.typed
  const group = groups.find((one) => one.key === key)
  return (
    <Card title={t.onPage} summary={t.onPageSummary({ group: group?.name ?? key })}>
      {!isPublished && <p className="muted">{t.onPageUnpublished}</p>}
      <Facts
        facts={[
          { label: t.id, value: <code>{id}</code> },
          {
            label: words.pages,
            value:
              group && group.urls.length > 0 ? (
                <span className="row">
                  {group.urls.map(({ url, filter }) => (
                    <Badge key={`${filter} ${url}`}>{filter === 'STARTS' ? `${url}…` : url}</Badge>
                  ))}
                </span>
              ) : (
                words.noPages
              ),
          },
        ]}
      />
      <CodeBlock {...markupOf({ id, name, type }, t)} />
    </Card>
  )
}

interface Texts {
  markup: string
  script: string
  insideText: string
  linkText: string
}

/** Markup that a page needs for this kind of content. */
export function markupOf(
  { id, type }: { id: string; name: string; type: string },
  { markup, script, insideText, linkText }: Texts,
): { label: string; code: string } {
  if (type === 'LINK' || type === 'FILE')
    return { label: markup, code: `<a href="/pricing" data-ms-secure-link="${id}">${linkText}</a>` }
  if (type === 'CSS' || type === 'JS' || type === 'JSON')
    return {
      label: script,
      code: `getSecureContent({ contentId: '${id}' })`,
    }
  return { label: markup, code: `<div data-ms-secure-html="${id}">${insideText}</div>` }
}
