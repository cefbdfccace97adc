import type { ReactNode } from 'react'
import { Form } from 'react-aria-components'
import { Button } from '../ui/button'
import { Notice, PageHeader } from '../ui/page'

interface EntranceFormProps {
  title: string
  summary: string
  /** Why the last try failed, if that is about no field. */
  problem: string | undefined
  /** Label of the button that sends. */
  action: string
  isPending: boolean
  onSubmit: () => void
  /** Below the button. */
  below?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** The one form of a page that people see before they are logged in. */
export function EntranceForm({
  title,
  summary,
  problem,
  action,
  isPending,
  onSubmit,
  below,
  children,
}: EntranceFormProps) {
  return (
    <>
      <PageHeader title={title} summary={summary} />
      <Form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
        {problem && (
          <Notice tone="bad" isAlert>
            {problem}
          </Notice>
        )}
        <Button type="submit" kind="primary" isPending={isPending}>
          {action}
        </Button>
        {below}
      </Form>
    </>
  )
}
