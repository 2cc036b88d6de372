import { TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { RefreshButton } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { useClient } from '../client-context.tsx'
import styles from './storage-frame.module.css'
import { type StorageNotice, storageNotice, wouldLoseMessages } from './storage-notice.ts'

/** While the device's storage has a fault, leaving the page asks for confirmation if messages would be lost. */
const useLeaveQuestion = (isFaulty: boolean): void => {
  const client = useClient()
  useEffect(
    () => (isFaulty ? askBeforeLeaving(() => wouldLoseMessages(client)) : undefined),
    [client, isFaulty],
  )
}

/** The app below a strip that reports faults of the device's storage [ERR-08]. */
export const StorageFrame = ({ children }: { readonly children: ReactNode }) => {
  const health = useReadable(useClient().storage)
  const [read, setRead] = useState<StorageNotice>()
  const notice = storageNotice(health)
  useLeaveQuestion(notice !== undefined)
  const isShown = notice !== undefined && notice !== read
  return (
    <div className={isShown ? styles.stack : styles.plain}>
      {isShown && <Strip notice={notice} onRead={() => setRead(notice)} />}
      <div className={isShown ? styles.rest : styles.plain}>{children}</div>
    </div>
  )
}

const Strip = ({ notice, onRead }: { readonly notice: StorageNotice; readonly onRead: () => void }) => {
  const text = useText()
  return (
    <div className={styles.strip}>
      <TriangleAlert aria-hidden="true" />
      <p role="status" className={styles.text}>
        {text(notice.key)}
      </p>
      {notice.canReload && <RefreshButton />}
      {notice.isHarmless && <IconButton label={text('common.dismiss')} icon={<X />} onPress={onRead} />}
    </div>
  )
}

/** Makes the browser ask before the page is left while `mustAsk` returns true. Returns a function that stops it. */
const askBeforeLeaving = (mustAsk: () => boolean): (() => void) => {
  const ask = (event: BeforeUnloadEvent) => {
    if (mustAsk()) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
