import { createContext, type ReactNode, use } from 'react'
import type { AccountClient, Client } from '#client/client.ts'
import { errorName } from '#domain/http/rejection.ts'

const ClientContext = createContext<Client | undefined>(undefined)
const AccountContext = createContext<AccountClient | undefined>(undefined)

/** Thrown when a page that needs an account renders without one. The 401 screen handles it (DEC-35). */
export class NotAuthenticatedError extends Error {
  override readonly name = errorName.notAuthenticated
}

export const ClientProvider = ({
  client,
  children,
}: {
  readonly client: Client
  readonly children: ReactNode
}) => <ClientContext value={client}>{children}</ClientContext>

/** Gives the signed-in account to the protected area. */
export const AccountProvider = ({
  account,
  children,
}: {
  readonly account: AccountClient
  readonly children: ReactNode
}) => <AccountContext value={account}>{children}</AccountContext>

/** The headless client. Throws outside its provider. */
export const useClient = (): Client => {
  const client = use(ClientContext)
  if (client === undefined) throw new Error('useClient needs a ClientProvider above it')
  return client
}

/** The signed-in account's core. Throws NOT_AUTHENTICATED outside the protected area. */
export const useAccount = (): AccountClient => {
  const account = use(AccountContext)
  if (account === undefined) throw new NotAuthenticatedError('No account is signed in')
  return account
}
