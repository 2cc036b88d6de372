import { useCallback, useEffect } from 'react'
import { useAccount } from '#src/app/client-context.tsx'
import { useSubmission } from '#src/features/forms/use-submission.ts'

export type RefreshStatus = 'refreshing' | 'refreshed' | 'failed'

export interface Refresh {
  readonly status: RefreshStatus
  retry(): void
}

/** Fetches friends and applications when a page that needs them opens. Returns the status and a retry function. */
export const useRefresh = (isNeeded = true): Refresh => {
  const { contacts } = useAccount()
  const { isIdle, isSubmitting, rejection, submit } = useSubmission(ignoreRejection)
  const retry = useCallback(
    () =>
      submit(async () => {
        await contacts.refresh()
        return { isOk: true, value: undefined }
      }),
    [contacts, submit],
  )
  useEffect(() => {
    if (isNeeded) retry()
  }, [isNeeded, retry])
  if (isIdle || isSubmitting) return { status: 'refreshing', retry }
  return { status: rejection === undefined ? 'refreshed' : 'failed', retry }
}

/** The pages show the failure themselves. */
const ignoreRejection = (): void => undefined
