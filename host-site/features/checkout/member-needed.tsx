import { routes } from '../../paths'
import { Alert } from '../../ui/alert'
import { Notice } from '../../ui/notice'
import type { Account } from '../account/account'
import type { AccountState } from '../account/account-state'

export interface MemberNeededProps {
  account: Pick<Account, 'check'>
  state: AccountState
  /** What is there for a member. */
  what: string
}

/** Stands for what only a member sees, until it is known who is there. The links open the membership script's dialogs. */
export function MemberNeeded({ account, state: { status, checkFailed }, what }: MemberNeededProps) {
  if (checkFailed)
    return (
      <>
        <Alert text="Your account could not be reached. Nothing is lost." />
        <p className="actions">
          <button type="button" className="button" onClick={() => void account.check()}>
            Try again
          </button>
        </p>
      </>
    )
  if (status !== 'loggedOut') return <Notice text="Loading..." />
  return (
    <section className="card">
      <h2>Please log in</h2>
      <p>{what}</p>
      <p className="actions">
        <a className="button" href={routes.login.path} data-ms-modal="login">
          Login
        </a>
        <a className="button quiet" href={routes.signup.path} data-ms-modal="signup">
          Sign Up
        </a>
      </p>
    </section>
  )
}
