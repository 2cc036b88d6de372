import { useEffect } from 'react'
import { useClient } from '../client-context.tsx'
import { wouldLoseMessages } from './storage-notice.ts'

/** F5 writes everything down, ends this tab's connection, and then reloads with the same account (DEC-36) [ROUTE-30]. */
export const useReloadKey = (): void => {
  const client = useClient()
  useEffect(() => {
    const reload = (event: KeyboardEvent) => {
      // The browser's own reload asks first where messages would be lost.
      if (event.key !== 'F5' || wouldLoseMessages(client)) return
      event.preventDefault()
      void client.dispose().finally(() => window.location.reload())
    }
    window.addEventListener('keydown', reload)
    return () => window.removeEventListener('keydown', reload)
  }, [client])
}
