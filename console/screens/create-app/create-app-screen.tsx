import { useEffect, useRef, useState } from 'react'
import { Form } from 'react-aria-components'
import { useLocation } from 'wouter'
import { useApps, useConsole } from '../../data/console'
import { useWrite } from '../../data/queries'
import { addApp } from '../../data/session'
import { browserZone } from '../../lib/format'
import { appPath, BASE } from '../../lib/paths'
import { createAppTexts } from '../../texts/english/create-app'
import { useTexts } from '../../texts/texts'
import { Button, Link } from '../../ui/button'
import { Notice, PageHeader, usePageTitle } from '../../ui/page'
import { emptyApp, problemsOf, stepsOf, toInput } from './new-app'
import type { NewApp, Problem } from './new-app'
import { StepFields } from './step-fields'
import './create-app.css'

/** Five questions, one at a time; each has an answer already except name, address and price. */
export default function CreateAppScreen() {
  const t = useTexts(createAppTexts)
  const wizard = useWizard()
  const { steps, index, create } = wizard
  const hasApps = useApps().length > 0
  usePageTitle(t.title)
  return (
    <>
      <PageHeader title={t.title} summary={t.step({ step: index + 1, all: steps.length })} />
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          wizard.goOn()
        }}
      >
        <progress className="create-progress" aria-hidden="true" value={index + 1} max={steps.length} />
        <StepGroup key={wizard.step} takesFocus={wizard.hasMoved}>
          <StepFields step={wizard.step} app={wizard.app} problems={wizard.problems} onChange={wizard.change} />
        </StepGroup>
        {create.error && (
          <Notice tone="bad" isAlert>
            {create.error.message}
          </Notice>
        )}
        <div className="row-between">
          {index > 0 && <Button onPress={() => wizard.goTo(index - 1)}>{t.back}</Button>}
          {index === 0 && (hasApps ? <Link href={BASE}>{t.cancel}</Link> : <span />)}
          <Button type="submit" kind="primary" isPending={create.isPending}>
            {wizard.isLast ? t.create : t.next}
          </Button>
        </div>
      </Form>
    </>
  )
}

/** Answers and the current question. The answers stay if the server refuses them. */
function useWizard() {
  const { preferences } = useConsole()
  const [, navigate] = useLocation()
  const [app, setApp] = useState<NewApp>(emptyApp)
  const [index, setIndex] = useState(0)
  const [hasMoved, setMoved] = useState(false)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const create = useWrite('createApp', {
    changes: ['listMyApps'],
    onDone({ id, name }) {
      addApp({ id, name, role: 'owner', timeZone: browserZone() })
      preferences.setMode(id, 'test')
      navigate(appPath(id, 'install'))
    },
  })
  const steps = stepsOf(app)
  const step = steps[index] ?? 'site'
  const isLast = index === steps.length - 1
  const goTo = (next: number) => {
    setIndex(next)
    setMoved(true)
    setProblems([])
  }
  const goOn = () => {
    if (create.isPending) return
    const found = problemsOf(step, app)
    setProblems(found)
    if (found.length > 0) return
    if (isLast) create.mutate(toInput(app))
    else goTo(index + 1)
  }
  const change = (part: Partial<NewApp>) => {
    setApp({ ...app, ...part })
    // A field marked as invalid keeps the form from being sent.
    setProblems([])
  }
  return { app, step, steps, index, isLast, hasMoved, problems, create, change, goTo, goOn }
}

/** Moves the focus to the first field of a new question, so that typing continues there. */
function StepGroup({ takesFocus, children }: { takesFocus: boolean; children: React.ReactNode }) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) root.current?.querySelector<HTMLElement>('input:checked, input, button')?.focus()
  }, [takesFocus])
  return (
    <div ref={root} className="stack">
      {children}
    </div>
  )
}
