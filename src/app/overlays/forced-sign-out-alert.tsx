import { useEffect, useEffectEvent } from 'react'
import { useOnDemand } from '#src/ui/use-on-demand.ts'
import { useClient } from '../client-context.tsx'
import { useSelected } from '../use-readable.ts'

const load = async () => (await import('./forced-sign-out-dialog.tsx')).ForcedSignOutDialog

/** Says why this account was signed out; confirming it, or 6 s, signs out [AUTH-39 AUTH-40 AUTH-42]. */
export const ForcedSignOutAlert = () => {
  const { authentication } = useClient()
  const alertKey = useSelected(authentication.view, (view) => view.alertKey)
  const { Component, want } = useOnDemand(load)
  const isWanted = alertKey !== undefined
  const fetchDialog = useEffectEvent(want)
  useEffect(() => {
    if (isWanted) fetchDialog()
  }, [isWanted])
  return Component && <Component alertKey={alertKey} onAccept={() => authentication.acceptForcedSignOut()} />
}
