import { safeRedirect } from '#domain/forms/safe-redirect.ts'
import { isAuthPath, paths } from '#src/routes/route-table.ts'

/** Where a successful sign-in leads: the page first asked for, else messages; never back to an auth page [AUTH-07]. */
export const signInTarget = (redirect: string | undefined): string => {
  const target = safeRedirect(redirect)
  return target === undefined || isAuthPath(target) ? paths.messages : target
}
