import { CloudOff } from 'lucide-react'
import type { ConnectionView } from '#domain/connection/connection-view.ts'
import { messageDate } from '#domain/formats/dates.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { Button } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { useViewpoint } from '../use-viewpoint.ts'
import styles from './connection-status.module.css'

/**
 * The connection state in words, with a reconnect button while offline. While connected, only assistive technology reads it,
 * and the screen shows whether the other person is online [VIEW-04].
 */
export const ConnectionStatus = ({ isPeerOnline }: { readonly isPeerOnline: boolean }) => {
  const text = useText()
  const account = useAccount()
  const connection = useReadable(account.connection)
  const isConnected = connection.status === 'connected'
  return (
    <div className={styles.line}>
      {isConnected && isPeerOnline && <span className={styles.online}>{text('conversation.online')}</span>}
      {connection.status === 'offline' && <CloudOff aria-hidden="true" className={styles.icon} />}
      <span
        role="status"
        aria-label={text('conversation.connection')}
        className={classNames(styles.status, isConnected && styles.spoken)}
      >
        <ConnectionWords connection={connection} />
      </span>
      {connection.status === 'offline' && (
        <span className={styles.reconnect}>
          <Button variant="quiet" onPress={() => account.reconnect()}>
            {text('conversation.reconnect')}
          </Button>
        </span>
      )}
    </div>
  )
}

const ConnectionWords = ({ connection }: { readonly connection: ConnectionView }) => {
  const text = useText()
  const viewpoint = useViewpoint()
  if (connection.status !== 'offline') return text(`conversation.connection.${connection.status}`)
  return text('conversation.connection.offline', { time: messageDate(connection.since, viewpoint) })
}
