import { useNavigate } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, use, useCallback, useState } from 'react'
import { collectableOf, collectionsFull, originOf } from '#domain/collections/collecting.ts'
import type { Rejection } from '#domain/commands/command.ts'
import type { ConversationDetails } from '#domain/conversation/conversation-summary.ts'
import type { Viewpoint } from '#domain/formats/calendar.ts'
import { mostMembersWithReaders } from '#domain/group/readers.ts'
import { writingBan } from '#domain/group/roles.ts'
import type { DeletionContext } from '#domain/message/decide-deletion.ts'
import { shownPathOf } from '#domain/message/message-body.ts'
import { mayPin } from '#domain/message/pins.ts'
import { publicNameOf, type TimelineMessage } from '#domain/message/timeline-message.ts'
import { type ConversationId, parseConversationId, type ServerId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { useCopy } from '#src/app/use-copy.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { useToasts } from '#src/ui/toast.tsx'
import { useWhenNeeded } from '#src/ui/use-on-demand.ts'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { onceLoaded } from '#streams/once-loaded.ts'
import { pathOf } from '../../conversation-list/link-to.ts'
import { forwardHref } from '../../forward/forward-address.ts'
import { useDownloadOf, useSaving } from '../../media/use-download.tsx'
import { useAddingStickers } from '../../stickers/use-adding-stickers.tsx'
import { type Editing, useEditing } from '../editing/use-editing.ts'
import type { ReactionDialogs, ReactionQuestion } from '../reactions/reaction-dialogs.tsx'
import {
  copyText,
  type Selecting,
  SelectionBar,
  SingleForwardContext,
  selectedMessages,
  useSelectionOf,
} from '../selection/selection.tsx'
import type { ComposerChannel } from '../use-composing.ts'
import { DeletionDialogs, type DeletionQuestion, useDeletion } from './deletion-dialogs.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import type { MessageAction } from './message-entries.tsx'
import { messageLine } from './message-line.ts'
import type { MessageMenuTasks } from './use-message-menu.tsx'

interface MessageActionsOptions {
  readonly id: ConversationId
  readonly details: ConversationDetails | undefined
  readonly messages: readonly TimelineMessage[]
  /** Whether the messages are complete up to the newest one. */
  readonly isLive: boolean
  readonly viewpoint: Viewpoint
  readonly composing: ComposerChannel
  readonly onRetry: (message: TimelineMessage) => void
}

interface MessageActions {
  readonly menu: MessageMenuTasks
  readonly selecting: Selecting
  readonly editing: Editing
  /** Unpins a message; undefined if this user may not. */
  readonly unpin: ((message: ServerId) => void) | undefined
  /** Replaces the composer while messages are being selected; undefined otherwise. */
  readonly bar: ReactNode
  readonly dialogs: ReactNode
}

/** Returns the path of the forward picker for these messages. */
const forwardPath = (id: ConversationId, messages: readonly TimelineMessage[]): string =>
  forwardHref(pathOf(id), { messageIds: messages.flatMap(({ serverId }) => serverId ?? []) })

/** The user's actions on the messages of one conversation: menu actions, selection, and their dialogs. */
export const useMessageActions = (options: MessageActionsOptions): MessageActions => {
  const { id, details, messages, isLive, viewpoint, composing } = options
  const account = useAccount()
  const text = useText()
  const copy = useCopy()
  const navigate = useNavigate()
  const frame = useFrameMode()
  const deletion = useDeletion(id)
  const keeping = useMessageSaving(id, details?.title ?? '')
  const toDownload = useDownloadOf()
  const saveFile = useSaving()
  const selecting = useSelectionOf(messages)
  const selection = useReadable(selecting.selection)
  const forwardedAlone = use(SingleForwardContext)
  const [question, setQuestion] = useState<DeletionQuestion>()
  const [detailed, setDetailed] = useState<TimelineMessage>()
  const [reacted, setReacted] = useState<ReactionQuestion>()
  const extensions = useReadable(account.lookups.extensions)
  const memberCount = details?.group?.memberCount ?? Number.POSITIVE_INFINITY
  const hasReaders = extensions.has('readers') && memberCount <= mostMembersWithReaders
  const [discarded, setDiscarded] = useState<TimelineMessage>()
  const { kind } = parseConversationId(id)
  const standing: DeletionContext = { kind, role: details?.group?.role ?? 0 }
  const isBanned = details?.group !== undefined && writingBan(details.group) !== undefined
  const hasEditing = extensions.has('editing')
  const editing = useEditing({
    conversationId: id,
    messages,
    isLive,
    composing,
    canEdit: hasEditing && !isBanned,
  })

  // An erased message has no dialog.
  const current = (known: TimelineMessage | undefined) => messages.find(({ key }) => key === known?.key)
  const reactedMessage = current(reacted?.message)
  if (detailed && !current(detailed)) setDetailed(undefined)
  if (reacted && !reactedMessage) setReacted(undefined)

  const react = useCallback(
    ({ serverId }: TimelineMessage, emoji: string) => {
      if (serverId !== undefined)
        void account.dispatch({ type: 'ReactToMessage', conversationId: id, serverId, emoji })
    },
    [account, id],
  )
  const pin = (serverId: ServerId | undefined, isPinned: boolean) => {
    if (serverId !== undefined)
      void account.dispatch({ type: 'PinMessage', conversationId: id, serverId, isPinned })
  }
  const canPin = extensions.has('pins') && !isBanned && mayPin(details?.group?.role)
  const copyAll = (chosen: readonly TimelineMessage[]) => void copy(copyText(chosen, viewpoint, text))
  const forward = (chosen: readonly TimelineMessage[]) => void navigate({ href: forwardPath(id, chosen) })
  const report = () => void navigate({ href: `${pathOf(id)}/report` })
  const actions: Readonly<Record<MessageAction, (message: TimelineMessage) => void>> = {
    retry: options.onRetry,
    copy: (message) => copyAll([message]),
    edit: editing.start,
    quote(message) {
      editing.leave()
      composing.onQuote(message)
    },
    mention(message) {
      editing.leave()
      composing.onMention({ userId: message.senderId, name: publicNameOf(message) })
    },
    react: (message) => setReacted({ kind: 'pick', message }),
    reactions: (message) => setReacted({ kind: 'people', message }),
    pin: ({ serverId }) => pin(serverId, true),
    unpin: ({ serverId }) => pin(serverId, false),
    forward(message) {
      forwardedAlone.set(message)
      forward([message])
    },
    select: (message) => selecting.start(message),
    save: keeping.save,
    download(message) {
      const file = toDownload(message)
      if (file.isOk) saveFile(file.value)
    },
    'add-sticker': keeping.addSticker,
    details: setDetailed,
    report,
    recall: (message) => setQuestion({ kind: 'recall', messages: [message] }),
    delete: (message) => setQuestion({ kind: 'delete', messages: [message] }),
    discard: setDiscarded,
  }
  const menu: MessageMenuTasks = {
    canSwipe: frame !== 'full',
    onReact: react,
    canAddReactions: extensions.has('reactions') && !isBanned,
    factsOf: (message) => ({
      message,
      isGroup: kind === 'group',
      canWrite: !isBanned && composing.isOpen(),
      hasReactions: extensions.has('reactions'),
      hasEditing,
      canPin,
      now: account.serverNow(),
    }),
    onSelectAction: (action, message) => actions[action](message),
  }

  const chosen = selectedMessages(messages, selection)
  const bar = selection && (
    <SelectionBar
      chosen={chosen}
      action={selection.action}
      onCopy={() => copyAll(chosen)}
      onForward={() => forward(chosen)}
      onDelete={() => setQuestion({ kind: 'delete', messages: chosen })}
      onCancel={selecting.end}
    />
  )
  const dialogs = (
    <>
      <DeletionDialogs
        question={question}
        standing={standing}
        deletion={deletion}
        onDone={selecting.end}
        onMore={selection === undefined ? (message) => selecting.start(message, 'delete') : undefined}
        onClose={() => setQuestion(undefined)}
      />
      <LoadedReactionDialogs
        conversationId={id}
        question={reacted && reactedMessage && { ...reacted, message: reactedMessage }}
        onReact={react}
        onClose={() => setReacted(undefined)}
      />
      <DetailsDialog
        group={hasReaders ? id : undefined}
        message={detailed}
        locale={viewpoint.locale}
        onClose={() => setDetailed(undefined)}
      />
      <DiscardDialog conversationId={id} message={discarded} onClose={() => setDiscarded(undefined)} />
    </>
  )
  const unpin = canPin ? (message: ServerId) => pin(message, false) : undefined
  return { menu, selecting, editing, unpin, bar, dialogs }
}

/** Saves a message to the collections or adds its picture as a sticker [COLL-13 COLL-14 STICK-05]. */
const useMessageSaving = (id: ConversationId, title: string) => {
  const text = useText()
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  const { collections } = useAccount()
  const { addFrom } = useAddingStickers()
  const { kind, wireId } = parseConversationId(id)
  const navigate = useNavigate()

  async function save(message: TimelineMessage): Promise<void> {
    const collectable = collectableOf(message)
    if (!collectable) return
    const from = originOf(message, kind === 'group' ? { id: wireId, name: title } : undefined)
    const outcome = await collections.save(collectable, from)
    if (outcome.isOk) toasts.show({ kind: 'success', text: text('conversation.save-success') })
    else notifyRejection(outcome.rejection)
  }
  /** When the collections are full, the toast links to them. */
  const notifyRejection = (rejection: Rejection): void => {
    const reason = rejectionText(rejection)
    if (rejection.key !== collectionsFull) {
      toasts.show({ kind: 'error', text: reason })
      return
    }
    const onPress = () => void navigate({ href: `${pathOf(id)}/collections` })
    toasts.show({ kind: 'warning', text: reason, action: { label: text('collections.title'), onPress } })
  }
  return {
    save: (message: TimelineMessage) => void save(message),
    addSticker(message: TimelineMessage) {
      const path = shownPathOf(message)
      if (path !== undefined) void addFrom(path)
    },
  }
}

const loadReactionDialogs = onceLoaded(
  async () => (await import('../reactions/reaction-dialogs.tsx')).ReactionDialogs,
)

/** The dialogs about reactions, loaded with the first question. */
const LoadedReactionDialogs = (props: ComponentProps<typeof ReactionDialogs>) => {
  const { Component } = useWhenNeeded(props.question !== undefined, loadReactionDialogs, props.onClose)
  return Component && <Component {...props} />
}

interface DiscardDialogProps {
  readonly conversationId: ConversationId
  /** The unsent message to give up; closed while undefined. */
  readonly message: TimelineMessage | undefined
  readonly onClose: () => void
}

/** Asks once before an unsent message is given up, naming it. */
const DiscardDialog = ({ conversationId, message, onClose }: DiscardDialogProps) => {
  const text = useText()
  const account = useAccount()
  // Keeps the text while the closing dialog fades out.
  const [shown, setShown] = useState(message)
  if (message !== undefined && message !== shown) setShown(message)
  const discard = () => {
    onClose()
    if (message?.clientId === undefined) return
    void account.dispatch({ type: 'DiscardMessage', conversationId, clientId: message.clientId })
  }
  return (
    <ConfirmDialog
      title={text('conversation.discard-title')}
      isOpen={message !== undefined}
      isDanger
      confirmLabel={text('conversation.action.discard')}
      onConfirm={discard}
      onClose={onClose}
    >
      {shown !== undefined && <p dir="auto">{messageLine(shown, text)}</p>}
      <p>{text('conversation.discard-hint')}</p>
    </ConfirmDialog>
  )
}
