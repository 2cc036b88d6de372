import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { messageTypeOfCollection } from '#domain/collections/collecting.ts'
import type { ConversationId } from '#schemas/ids.ts'
import type { Collection } from '#schemas/translate/collections.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { useCopy } from '#src/app/use-copy.ts'
import { forwardHref } from '#src/features/forward/forward-address.ts'
import { paths } from '#src/routes/route-table.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { Screen } from '#src/ui/screen.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import { pathOf, useOpenConversation } from '../conversation-list/link-to.ts'
import styles from './collections-screen.module.css'

/** The actions of a collection. */
export interface CollectionActions {
  /** Undefined outside a conversation [COLL-05]. */
  readonly send: ((collection: Collection) => void) | undefined
  open(collection: Collection): void
  /** Opens the forward picker [COLL-03 COLL-07]. */
  forward(collection: Collection): void
  /** Copies a text. */
  copy(collection: Collection): void
  /** Asks for confirmation first. */
  remove(collection: Collection): void
  readonly dialogs: ReactNode
}

/** Returns the actions of collections; `onRemoved` is called after a deletion. */
export const useCollectionActions = (onRemoved?: () => void): CollectionActions => {
  const text = useText()
  const toasts = useToasts()
  const copy = useCopy()
  const navigate = useNavigate()
  const rejectionText = useRejectionText()
  const { dispatch, collections } = useAccount()
  const { conversationId, path, origin, picker } = useCollectionPlace()
  const [leaving, setLeaving] = useState<Collection>()

  const send = async ({ type, content, smallPath }: Collection) => {
    if (conversationId === undefined) return
    const outcome = await dispatch({
      type: 'SendContent',
      conversationId,
      content,
      contentType: messageTypeOfCollection(type),
      ...(smallPath === undefined ? {} : { smallAddress: smallPath }),
    })
    if (outcome.isOk) await navigate({ to: origin })
    else toasts.show({ kind: 'error', text: rejectionText(outcome.rejection) })
  }
  const remove = async ({ id }: Collection) => {
    setLeaving(undefined)
    const outcome = await collections.remove(id)
    if (!outcome.isOk) {
      toasts.show({ kind: 'error', text: outcome.rejection.text ?? text('collections.delete-failed') })
      return
    }
    toasts.show({ kind: 'success', text: text('collections.delete-success') })
    onRemoved?.()
  }
  return {
    send: conversationId === undefined ? undefined : (collection) => void send(collection),
    open: ({ id }) => void navigate({ to: `${path}/${id}` }),
    forward: ({ id }) => void navigate({ href: forwardHref(picker, { collectionIds: [id] }) }),
    copy: ({ content }) => void copy(content),
    remove: setLeaving,
    dialogs: (
      <ConfirmDialog
        title={text('collections.delete-question')}
        isOpen={leaving !== undefined}
        confirmLabel={text('collections.action.delete')}
        isDanger
        onConfirm={() => leaving && void remove(leaving)}
        onClose={() => setLeaving(undefined)}
      >
        <p>{text('collections.delete-consequence')}</p>
      </ConfirmDialog>
    ),
  }
}

interface CollectionFrameProps {
  /** True inside a conversation, where it is a panel. */
  readonly isInChat: boolean
  readonly title: string
  /** Undefined if the list that led here is still visible. */
  readonly onBack: (() => void) | undefined
  readonly children: ReactNode
}

/** The frame of a collections page: a panel in a conversation, else a screen. */
export const CollectionFrame = ({ isInChat, onBack, children, ...props }: CollectionFrameProps) =>
  isInChat && onBack !== undefined ? (
    <Panel {...props} onBack={onBack}>
      <div className={styles.inset}>{children}</div>
    </Panel>
  ) : (
    <Screen {...props} onBack={onBack} isNarrow>
      {children}
    </Screen>
  )

/** The place of the collections: below "My", or in a conversation into which they can be sent [COLL-05 ROUTE-16]. */
interface CollectionPlace {
  readonly conversationId: ConversationId | undefined
  /** The path of the list. */
  readonly path: string
  /** The path of the page that opened it. */
  readonly origin: string
  /** The parent path of the forward picker. */
  readonly picker: string
}

export const useCollectionPlace = (): CollectionPlace => {
  const conversationId = useOpenConversation()
  if (conversationId === undefined)
    return { conversationId, path: paths.collections, origin: paths.my, picker: paths.collections }
  const origin = pathOf(conversationId)
  return { conversationId, path: `${origin}/collections`, origin, picker: origin }
}
