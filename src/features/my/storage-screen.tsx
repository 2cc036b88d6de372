import { useCallback, useEffect, useState } from 'react'
import type { ConversationUse, MeasureStorage, StorageUse } from '#client/storage-use.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { appCachePrefix } from '#src/app/version.ts'
import { paths } from '#src/routes/route-table.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { ListRow } from '#src/ui/list-row.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useFileSize } from '#src/ui/use-file-size.ts'
import { useLoaded } from '#src/ui/use-on-demand.ts'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { MyPage, Setting } from './my-page.tsx'
import styles from './my-screen.module.css'

/** What this device stores, by kind and by conversation, and freeing it. Unsent messages always stay [SET-01]. */
export const StorageScreen = () => {
  const { loaded, hasFailed, retry } = useLoaded(useAccount().loadMeasureStorage)
  return (
    <MyPage titleId="my.storage" parent={paths.general}>
      {loaded !== undefined && <Measured measure={loaded} />}
      {loaded === undefined && (hasFailed ? <ErrorState onRetry={retry} /> : <SkeletonList rows={4} />)}
    </MyPage>
  )
}

interface Measurement {
  readonly use: StorageUse
  /** Files in the browser's cache for this app, bytes. */
  readonly cached: number
}

const Measured = ({ measure }: { readonly measure: MeasureStorage }) => {
  const [measurement, setMeasurement] = useState<Measurement>()
  const [hasFailed, setHasFailed] = useState(false)
  const refresh = useCallback(() => {
    setHasFailed(false)
    Promise.all([measure(), measureCachedFiles()]).then(
      ([use, cached]) => setMeasurement({ use, cached }),
      () => setHasFailed(true),
    )
  }, [measure])
  useEffect(refresh, [refresh])
  if (measurement === undefined)
    return hasFailed ? <ErrorState onRetry={refresh} /> : <SkeletonList rows={4} />
  return (
    <>
      <Kinds {...measurement} onCleared={refresh} />
      <Conversations conversations={measurement.use.conversations} onCleared={refresh} />
    </>
  )
}

const Kinds = ({ use, cached, onCleared }: Measurement & { readonly onCleared: () => void }) => {
  const text = useText()
  const toasts = useToasts()
  const sizeText = useFileSize()
  const messages = use.conversations.reduce((sum, { size }) => sum + size, 0)
  const clear = async () => {
    await clearCachedFiles()
    toasts.show({ kind: 'success', text: text('my.storage.cache.cleared') })
    onCleared()
  }
  return (
    <section className={styles.group} aria-label={text('my.storage.kinds')}>
      <dl className={styles.facts}>
        {(
          [
            ['my.storage.messages', messages],
            ['my.storage.unsent', use.unsentFiles.size],
            ['my.storage.cache', cached],
          ] as const
        ).map(([name, size]) => (
          <div key={name} className={styles.fact}>
            <dt>{text(name)}</dt>
            <dd>{sizeText(size)}</dd>
          </div>
        ))}
      </dl>
      <div className={styles['group-end']}>
        <p className={styles.quiet}>{text('my.storage.media')}</p>
        <Setting id="cache">
          <Button isWide isDisabled={cached === 0} onPress={() => void clear()}>
            {text('my.storage.cache.clear')}
          </Button>
        </Setting>
      </div>
    </section>
  )
}

interface ConversationsProps {
  readonly conversations: readonly ConversationUse[]
  readonly onCleared: () => void
}

const Conversations = ({ conversations, onCleared }: ConversationsProps) => {
  const text = useText()
  if (conversations.length === 0)
    return <EmptyState illustration="storage" title={text('my.storage.empty')} />
  return (
    <section aria-labelledby="stored-conversations">
      <h2 id="stored-conversations" className={styles.heading}>
        {text('my.storage.conversations')}
      </h2>
      <ul className={styles.rows}>
        {conversations.map((use) => (
          <ConversationRow key={use.id} use={use} onCleared={onCleared} />
        ))}
      </ul>
    </section>
  )
}

/** A conversation with the size of its messages, which are removed from this device after a question. */
const ConversationRow = ({
  use,
  onCleared,
}: {
  readonly use: ConversationUse
  readonly onCleared: () => void
}) => {
  const text = useText()
  const sizeText = useFileSize()
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  const { conversations, dispatch } = useAccount()
  const [isAsking, setIsAsking] = useState(false)
  const known = useReadable(conversations).find(({ id }) => id === use.id)
  const name = known?.title ?? text('my.storage.unknown')
  const clear = async () => {
    setIsAsking(false)
    const outcome = await dispatch({ type: 'ClearConversation', conversationId: use.id })
    if (!outcome.isOk) toasts.show({ kind: 'error', text: rejectionText(outcome.rejection) })
    onCleared()
  }
  return (
    <li className={styles.row} aria-label={name}>
      <ListRow
        leading={<Avatar id={known?.peerId ?? use.id} name={name} url={known?.avatarUrl} />}
        title={<bdi>{name}</bdi>}
        detail={text('my.storage.use', { count: use.messageCount, size: sizeText(use.size) })}
      />
      <Button onPress={() => setIsAsking(true)}>{text('my.storage.free')}</Button>
      <ConfirmDialog
        title={text('my.storage.free.question', { name })}
        isOpen={isAsking}
        confirmLabel={text('my.storage.free')}
        isDanger
        onConfirm={() => void clear()}
        onClose={() => setIsAsking(false)}
      >
        <p>{text('my.messaging.clear.consequence')}</p>
      </ConfirmDialog>
    </li>
  )
}

/**
 * Returns the names of the caches that can be cleared; none where the browser offers no caches. The app's own files are
 * not among them, because all accounts need them to start without a network.
 */
async function clearableCaches(): Promise<readonly string[]> {
  if (!('caches' in globalThis)) return []
  return (await caches.keys()).filter((name) => !name.startsWith(appCachePrefix))
}

/** Returns the size of the cached files that can be cleared, bytes. */
async function measureCachedFiles(): Promise<number> {
  let size = 0
  for (const name of await clearableCaches()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) size += (await (await cache.match(request))?.blob())?.size ?? 0
  }
  return size
}

async function clearCachedFiles(): Promise<void> {
  for (const name of await clearableCaches()) await caches.delete(name)
}
