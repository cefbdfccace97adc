import { useState } from 'react'
import { Form } from 'react-aria-components'
import type { AdminOutput } from '../../../contract/admin/schemas'
import { parseUrl } from '../../../contract/parse-url'
import type { InspectedApp } from '../../../widget/inspector/rules/page'
import type { ReportRow, Severity } from '../../../widget/inspector/rules/source/inspect-source'
import { useConsole, useMayDo, useScope } from '../../data/console'
import { useSubmit } from '../../features/submit'
import { installTexts } from '../../texts/english/install'
import { useTexts } from '../../texts/texts'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/fields'
import { Tabs } from '../../ui/menu'
import { Badge, Card, Notice } from '../../ui/page'
import type { Tone } from '../../ui/page'

/** Findings of a check, or the reason why it did not run. */
interface Report {
  rows: readonly ReportRow[]
  lines: readonly string[]
  isCut: boolean
}

type Outcome = { report: Report } | { problem: string }

/** Runs the inspector's rules here, so that pasted HTML stays in the browser. */
export function PageChecker({ app }: { app: InspectedApp }) {
  const t = useTexts(installTexts)
  const mayFetch = useMayDo('design.write')
  const { appId } = useScope()
  const own = { id: appId, app, otherApp: (named: string) => t.otherApp({ named, app: appId }) }
  const [kind, setKind] = useState(mayFetch ? 'address' : 'html')
  const tabs = [
    {
      id: 'address',
      label: t.byAddress,
      content: mayFetch ? <AddressForm own={own} /> : <Notice tone="warn">{t.noAddressRight}</Notice>,
    },
    { id: 'html', label: t.byHtml, content: <HtmlForm own={own} /> },
  ]
  return (
    <Card title={t.checker} summary={t.checkerText}>
      <Tabs label={t.checker} tabs={tabs} value={kind} onChange={setKind} />
    </Card>
  )
}

interface CheckerProps {
  own: OwnApp
}

function AddressForm({ own }: CheckerProps) {
  const t = useTexts(installTexts)
  const { client } = useConsole()
  const scope = useScope()
  const [url, setUrl] = useState('')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const submit = useSubmit()
  const check = () =>
    submit.run(async () => {
      setOutcome(null)
      const { data } = await client.call('fetchPage', { url: url.trim() }, { scope })
      const problem = problemOf(data, t)
      setOutcome(problem === null ? { report: await inspect(data.html, data, own) } : { problem })
    })
  return (
    <CheckForm isPending={submit.isPending} failure={submit.failure?.message ?? null} outcome={outcome} onCheck={check}>
      <TextField label={t.address} hint={t.addressHint} isRequired inputMode="url" value={url} onChange={setUrl} />
    </CheckForm>
  )
}

function HtmlForm({ own }: CheckerProps) {
  const t = useTexts(installTexts)
  const [html, setHtml] = useState('')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const submit = useSubmit()
  const check = () => submit.run(async () => setOutcome({ report: await inspect(html, null, own) }))
  return (
    <CheckForm isPending={submit.isPending} failure={submit.failure?.message ?? null} outcome={outcome} onCheck={check}>
      <TextField
        label={t.pasted}
        isRequired
        rows={8}
        spellCheck="false"
        value={html}
        onChange={(typed) => {
          setHtml(typed)
          // Lines of an older text would mislead.
          setOutcome(null)
        }}
      />
    </CheckForm>
  )
}

type Fetched = AdminOutput<'fetchPage'>

function problemOf({ statusCode, contentType }: Fetched, t: ReturnType<typeof installTexts.get>): string | null {
  if (statusCode >= 300 && statusCode < 400) return t.moved({ status: statusCode })
  if (statusCode >= 400) return t.status({ status: statusCode })
  return /^(text\/html|application\/xhtml\+xml)/iu.test(contentType) ? null : t.notHtml
}

/** The app to check against. */
interface OwnApp {
  id: string
  app: InspectedApp
  /** A sentence about a page that names another app. */
  otherApp: (named: string) => string
}

/** Parser and rules load with the first check. */
async function inspect(text: string, page: Fetched | null, own: OwnApp): Promise<Report> {
  const [{ inspectPage, namedAppOf }, { readSourcePage }] = await Promise.all([
    import('../../../widget/inspector/rules/source/inspect-source'),
    import('../../../widget/inspector/rules/source/source-page'),
  ])
  const read = readSourcePage({ text, location: page && parseUrl(page.url) }, own.app)
  const named = namedAppOf(read)
  const rows = inspectPage(read, page?.url ?? '', {
    ...own,
    label: '',
    ...(named !== null && named !== own.id && { problem: { severity: 'error', message: own.otherApp(named) } }),
  })
  return { rows, lines: text.split('\n'), isCut: page?.isCut ?? false }
}

interface CheckFormProps {
  isPending: boolean
  failure: string | null
  outcome: Outcome | null
  onCheck: () => void
  children: React.ReactNode
}

function CheckForm({ isPending, failure, outcome, onCheck, children }: CheckFormProps) {
  const t = useTexts(installTexts)
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        onCheck()
      }}
    >
      {children}
      {failure && (
        <Notice tone="bad" isAlert>
          {failure}
        </Notice>
      )}
      <div>
        <Button type="submit" isPending={isPending}>
          {t.check}
        </Button>
      </div>
      <output className="stack-s">
        {outcome && ('problem' in outcome ? <Notice tone="warn">{outcome.problem}</Notice> : <Results {...outcome} />)}
      </output>
    </Form>
  )
}

const tones: Readonly<Partial<Record<Severity, Tone>>> = { error: 'bad', warning: 'warn' }

function Results({ report: { rows, lines, isCut } }: { report: Report }) {
  const t = useTexts(installTexts)
  const names = { error: t.error, warning: t.warning, info: t.info, found: t.info }
  const count = (severity: Severity) => rows.filter((row) => row.severity === severity).length
  const [errors, warnings] = [count('error'), count('warning')]
  const listed = rows.filter(({ severity }) => severity !== 'found')
  return (
    <>
      <p>
        <strong>{errors + warnings === 0 ? t.clean : `${t.errors(errors)}, ${t.warnings(warnings)}`}</strong>{' '}
        <span className="muted">{t.found(count('found'))}</span>
      </p>
      {isCut && <Notice tone="warn">{t.cut}</Notice>}
      {listed.length > 0 && (
        <ol className="check-results" aria-label={t.results}>
          {listed.map(({ id, severity, line, message }) => (
            <li key={`${id} ${line} ${message}`}>
              <div className="row">
                <Badge {...(tones[severity] && { tone: tones[severity] })}>{names[severity]}</Badge>
                <span className="muted">{t.line({ line })}</span>
              </div>
              <p>{message}</p>
              {lines[line - 1]?.trim() && <code className="check-line">{excerpt(lines[line - 1] ?? '')}</code>}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

const EXCERPT_MAX_CHARS = 200

/** Minified pages have one very long line. */
const excerpt = (line: string): string =>
  line.trim().length > EXCERPT_MAX_CHARS ? `${line.trim().slice(0, EXCERPT_MAX_CHARS)}…` : line.trim()
