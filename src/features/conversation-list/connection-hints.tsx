import { CloudOff } from 'lucide-react'
import { messageDate } from '#domain/formats/dates.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useReadable } from '#src/app/use-readable.ts'
import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useViewpoint } from '../conversation/use-viewpoint.ts'
import styles from './connection-hints.module.css'

/** Turns while the list may be behind what the server has. */
export const BusyHint = () => {
  const { status } = useReadable(useAccount().connection)
  return status === 'connecting' || status === 'catching-up' ? <Spinner size="small" isDecorative /> : null
}

/** Says that there is no connection and since when, and tries again on request [VIEW-04]. */
export const OfflineBar = () => {
  const text = useText()
  const account = useAccount()
  const viewpoint = useViewpoint()
  const connection = useReadable(account.connection)
  if (connection.status !== 'offline') return null
  return (
    <div className={styles.bar}>
      <CloudOff aria-hidden="true" />
      <span className={styles.words}>
        {text('conversation.connection.offline', { time: messageDate(connection.since, viewpoint) })}
      </span>
      <Button variant="quiet" onPress={() => account.reconnect()}>
        {text('conversation.reconnect')}
      </Button>
    </div>
  )
}
