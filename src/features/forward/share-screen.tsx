import { useRouter, useSearch } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createComposer } from '#client/composer.ts'
import type { Outcome, Rejection } from '#domain/commands/command.ts'
import { emptyComposition, plainComposition } from '#domain/message/composition.ts'
import { checkMessageForm, longestMessage } from '#domain/message/message-content.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { browserClock } from '#src/app/ports/clock.ts'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { useGoBack } from '#src/app/use-go-back.ts'
import {
  eraseSharedContent,
  readSharedContent,
  type SharedContent,
  sharedContentLifetime,
} from '#src/platform/shared-content.ts'
import { paths } from '#src/routes/route-table.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useLoaded } from '#src/ui/use-on-demand.ts'
import { useText } from '#src/ui/use-text.ts'
import { AttachmentTray } from '../conversation/attachments/attachment-tray.tsx'
import { createPicks, dropPick, type Picks } from '../conversation/attachments/picked-attachment.ts'
import { storePick, usePickedAttachments } from '../conversation/attachments/use-picked-attachments.ts'
import { pathOf } from '../conversation-list/link-to.ts'
import styles from './forward.module.css'
import { SharePicker } from './share-picker.tsx'

/** The route that offers content of another app, or opened files, to send in the forward picker. */
export const ShareScreen = () => {
  const text = useText()
  const goBack = useGoBack(paths.messages)
  const { id } = useSearch({ strict: false })
  return (
    <Panel title={text('conversation.share.title')} onBack={goBack} placement="centre">
      {id === undefined ? <NothingShared /> : <StoredContent key={id} id={id} />}
    </Panel>
  )
}

const NothingShared = () => {
  const text = useText()
  const description = text('conversation.share.nothing.hint')
  return (
    <EmptyState illustration="share" title={text('conversation.share.nothing')} description={description} />
  )
}

const nothing: SharedContent = { text: '', files: [], omitted: [] }

const StoredContent = ({ id }: { readonly id: string }) => {
  const load = useCallback(
    async () => (await readSharedContent(caches, id, browserClock.now())) ?? nothing,
    [id],
  )
  const { loaded, hasFailed } = useLoaded(load)
  useErasure(id)
  const content = hasFailed ? nothing : loaded
  if (content === undefined) return <SkeletonList rows={4} />
  const isEmpty = content.text === '' && content.files.length === 0 && content.omitted.length === 0
  return isEmpty ? <NothingShared /> : <Sharing content={content} />
}

/** Erases the stored content when its time is over or the user leaves the page, but not at a reload or a crash. */
const useErasure = (id: string): void => {
  const router = useRouter()
  useEffect(() => {
    // Content that cannot be erased now expires after an hour.
    const erase = () => void eraseSharedContent(caches, id).catch(() => undefined)
    const timer = browserClock.setTimeout(erase, sharedContentLifetime)
    const stop = router.subscribe('onBeforeLoad', ({ hrefChanged }) => {
      if (hrefChanged) erase()
    })
    return () => {
      browserClock.clearTimeout(timer)
      stop()
    }
  }, [id, router])
}

/** The length of a text from which its counter shows. */
const counterFrom = longestMessage * 0.9

/** The content, which can be changed, and the forward picker. */
const Sharing = ({ content }: { readonly content: SharedContent }) => {
  const text = useText()
  const { history } = useRouter()
  const [words, setWords] = useState(content.text)
  const [error, setError] = useState<string>()
  const [picks] = useState(createPicks)
  const attachments = usePickedAttachments(picks, undefined, setError)
  const { send, conversations } = useSending(words, picks)
  const start = useEffectEvent(() => {
    if (content.files.length > 0) attachments.add(content.files)
  })
  useEffect(() => start(), [])
  const finish = () => {
    const [only, ...others] = conversations()
    history.replace(only === undefined || others.length > 0 ? paths.messages : pathOf(only))
  }
  const hasText = words.trim() !== ''
  return (
    <>
      <section className={styles.shared} aria-label={text('conversation.share.content')}>
        {content.omitted.length > 0 && (
          <ShareError text={text('conversation.share.omitted', { names: content.omitted.join(', ') })} />
        )}
        {error !== undefined && <ShareError text={error} />}
        <AttachmentTray attachments={attachments} />
        <TextField
          label={text('conversation.composer')}
          value={words}
          onChange={setWords}
          {...(words.length > counterFrom && { maximum: longestMessage })}
          isMultiLine
        />
      </section>
      <SharePicker count={attachments.all.length + (hasText ? 1 : 0)} send={send} onDone={finish} />
    </>
  )
}

const ShareError = ({ text }: { readonly text: string }) => (
  <p role="alert" className={styles.error}>
    <CircleAlert aria-hidden="true" />
    {text}
  </p>
)

/** The parts of the content that a conversation has already, so that a retry sends nothing twice. */
interface Delivered {
  hasText: boolean
  readonly attachments: Set<number>
}

/** Returns a function that sends the content to one conversation, as its composer does, and leaves its draft alone. */
const useSending = (words: string, picks: Picks) => {
  const { composer } = useAccount()
  const rejectionText = useRejectionText()
  const delivered = useRef(new Map<ConversationId, Delivered>())
  const sends = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    const drop = () => {
      for (const { id } of picks.all.get()) dropPick(picks, id)
    }
    // Sends that have begun need the files also after the user has left.
    return () => void sends.current.then(drop)
  }, [picks])

  const sendTo = async (conversation: ConversationId): Promise<Outcome> => {
    await picks.inspection
    const done = delivered.current.get(conversation) ?? { hasText: false, attachments: new Set<number>() }
    delivered.current.set(conversation, done)
    const checked = checkMessageForm(words, picks.all.get().length > 0)
    if (!checked.isOk) return checked
    const rejections: Rejection[] = []
    const stored: number[] = []
    const pendingFiles = () => picks.all.get().filter((pick) => !done.attachments.has(pick.id))
    const text = done.hasText ? '' : checked.value
    const outcome = await composer(conversation, createComposer).send({
      composition: text === '' ? emptyComposition : plainComposition(text),
      quote: undefined,
      mentions: () => [],
      attachments: {
        pendingFiles,
        async store(store) {
          for (const { id, name } of pendingFiles()) {
            const result = await storePick(picks, id, store)
            if (result?.isOk) stored.push(id)
            else if (result) rejections.push(namedRejection(name, result.rejection))
          }
        },
        submitted() {
          done.hasText = true
          for (const id of stored) done.attachments.add(id)
        },
      },
    })
    const [rejection] = rejections
    return outcome.isOk && rejection ? { isOk: false, rejection } : outcome
  }
  const namedRejection = (name: string, rejection: Rejection): Rejection => ({
    key: 'conversation.attachment.refused',
    values: { name, reason: rejectionText(rejection) },
  })
  const send = (conversation: ConversationId) => {
    const sending = sendTo(conversation)
    sends.current = Promise.allSettled([sends.current, sending])
    return sending
  }
  return { send, conversations: () => [...delivered.current.keys()] }
}
