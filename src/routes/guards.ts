import type { Authentication, AuthenticationView } from '#client/authentication.ts'
import { paths } from './route-table.ts'

/** Waits until it is known whether anyone is signed in. */
export const settledAuthentication = (authentication: Authentication): Promise<AuthenticationView> =>
  new Promise((resolve) => {
    const look = (): boolean => {
      const view = authentication.view.get()
      if (view.status === 'starting') return false
      resolve(view)
      return true
    }
    if (look()) return
    const stop = authentication.view.subscribe(() => {
      if (look()) stop()
    })
  })

export type Admission =
  | { readonly isAdmitted: true }
  | { readonly isAdmitted: false; readonly to: string; readonly redirect?: string }

/**
 * Decides whether a protected page may be entered. A signed-out user goes to the sign-in, which remembers the page
 * [ROUTE-28], or, with stored accounts and not embedded, to the account switch [ROUTE-29].
 */
export const admitToProtected = (view: AuthenticationView, isEmbedded: boolean, asked: string): Admission => {
  if (view.status === 'signed-in') return { isAdmitted: true }
  const canPick = view.accounts.length > 0 && view.chosen === undefined
  if (canPick && !isEmbedded) return { isAdmitted: false, to: paths.switchAccount }
  return { isAdmitted: false, to: paths.signIn, redirect: asked }
}

export interface EntryFacts {
  readonly isCompatible: boolean
  readonly hasChecked: boolean
  readonly isSignedIn: boolean
}

/**
 * Returns the redirect of the entry screen; undefined shows the compatibility page [BOOT-09 BOOT-10 BOOT-11 BOOT-12].
 */
export const decideEntry = ({ isCompatible, hasChecked, isSignedIn }: EntryFacts): string | undefined => {
  if (!isCompatible) return undefined
  if (!hasChecked) return paths.messages
  return isSignedIn ? paths.messages : paths.signIn
}
