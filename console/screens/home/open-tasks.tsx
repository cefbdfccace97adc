import { useApp, useMayDo, useSecondFactorDue } from '../../data/console'
import { useRead } from '../../data/queries'
import { shortDay } from '../../lib/format'
import { appPath, securityPathFrom } from '../../lib/paths'
import { homeTexts } from '../../texts/english/home'
import { useLocale, useTexts } from '../../texts/texts'
import { LinkButton } from '../../ui/button'
import { Card } from '../../ui/page'

interface Task {
  /** Where it is done. */
  href: string
  text: string
  action: string
}

/** Tasks that the product finds open. Without any, no card. */
export function OpenTasks({ tasks }: { tasks: readonly Task[] }) {
  const t = useTexts(homeTexts)
  if (tasks.length === 0) return null
  return (
    <Card title={t.tasks}>
      <ul className="tasks">
        {tasks.map(({ href, text, action }) => (
          <li key={href} className="row-between">
            <span>{text}</span>
            <LinkButton href={href} size="small">
              {action}
            </LinkButton>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Null until they are known. A read that fails has no tasks. */
export function useOpenTasks(): Task[] | null {
  const t = useTexts(homeTexts)
  const locale = useLocale()
  const { id } = useApp()
  const dueAt = useSecondFactorDue()
  const isEnabled = useMayDo('members.read')
  const calls = useRead('listInstallations', {}, { isEnabled })
  const state = useRead('readGoLive', {}, { isEnabled, mode: 'live' })
  const failing = useRead('countMembers', { failedPayment: 'true' }, { isEnabled })
  if (isEnabled && [calls, state, failing].some(({ isPending }) => isPending)) return null
  const pages = calls.data?.data.filter(({ origin }) => origin !== location.origin)
  const count = failing.data?.data
  const tasks: Task[] = []
  if (dueAt !== null)
    tasks.push({
      href: securityPathFrom(appPath(id)),
      text: t.taskProtect({ date: shortDay(dueAt.slice(0, 10), locale) }),
      action: t.taskProtectAction,
    })
  if (pages?.length === 0)
    tasks.push({ href: appPath(id, 'install'), text: t.taskInstall, action: t.taskInstallAction })
  if (state.data?.data.isLive === false)
    tasks.push({ href: appPath(id, 'go-live'), text: t.taskGoLive, action: t.taskGoLiveAction })
  if (count && count.count > 0)
    tasks.push({
      href: appPath(id, 'members?failedPayment=true'),
      text: t.taskPayments({ count: count.text }),
      action: t.taskPaymentsAction,
    })
  return tasks
}
