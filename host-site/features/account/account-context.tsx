import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { type Account, type AccountState, UNKNOWN_ACCOUNT } from './account'

const AccountContext = createContext<Account | null>(null)

export function AccountProvider({ account, children }: { account: Account; children: ReactNode }) {
  return <AccountContext value={account}>{children}</AccountContext>
}

export function useAccount(): Account {
  const account = useContext(AccountContext)
  if (!account) throw new Error('useAccount needs an AccountProvider above it')
  return account
}

/** Unknown in the prerendered page. */
export function useAccountState(): AccountState {
  const account = useAccount()
  return useSyncExternalStore(account.subscribe, account.state, () => UNKNOWN_ACCOUNT)
}
