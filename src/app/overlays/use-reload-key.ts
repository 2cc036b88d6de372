import { useEffect } from 'react'
import { useClient } from '../client-context.tsx'

/** F5 writes everything down, ends this tab's connection, and then reloads with the same account (DEC-36) [ROUTE-30]. */
export const useReloadKey = (): void => {
  const client = useClient()
  useEffect(() => {
    const reload = (event: KeyboardEvent) => {
      if (event.key !== 'F5') return
      event.preventDefault()
      void client.dispose().finally(() => window.location.reload())
    }
    window.addEventListener('keydown', reload)
    return () => window.removeEventListener('keydown', reload)
  }, [client])
}
