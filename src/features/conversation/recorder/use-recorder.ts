import { useMachine } from '@xstate/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { AccountClient } from '#client/client.ts'
import type { Outcome } from '#domain/commands/command.ts'
import { longestRecording } from '#domain/limits/configured-limits.ts'
import {
  createRecorderMachine,
  type RecordedSound,
  type Recording,
} from '#machines/recorder/recorder-machine.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useInspectOption } from '#src/app/app-context.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { holdReload } from '#src/app/overlays/storage-notice.ts'
import { browserClock } from '#src/app/ports/clock.ts'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { browserMicrophone } from '#src/platform/media/browser-microphone.ts'
import { exclusivePlayback } from '#src/platform/media/exclusive-playback.ts'
import { useToasts } from '#src/ui/toast.tsx'
import { sendWithQuote } from '../composer/use-sending.ts'

/** The view of the recorder. */
export type RecorderView = 'closed' | 'opening' | 'recording' | 'finishing' | 'reviewing' | 'delivering'

export interface Recorder {
  readonly view: RecorderView
  readonly isOpen: boolean
  readonly recording: Recording | undefined
  readonly sound: RecordedSound | undefined
  /** The longest recording, s. */
  readonly longest: number
  /** The recorded time, s. */
  elapsed(): number
  start(): void
  /** Stops recording, for listening. */
  stop(): void
  send(): void
  cancel(): void
}

/** The voice recorder of a conversation. Leaving the conversation releases the microphone [VIEW-18]. */
export const useRecorder = (conversationId: ConversationId, onSent: () => void): Recorder => {
  const inspectOption = useInspectOption()
  const account = useAccount()
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  const [machine] = useState(() =>
    createRecorderMachine({
      microphone: browserMicrophone,
      clock: browserClock,
      deliver: (sound) => sendRecording(account, conversationId, sound),
    }),
  )
  const [snapshot, send] = useMachine(
    machine.provide({
      actions: {
        notifyRejection: (_, rejection) => toasts.show({ kind: 'warning', text: rejectionText(rejection) }),
        notifySent: onSent,
      },
    }),
    inspectOption,
  )
  const longest = useLongest()
  const { recording, sound, startedAt } = snapshot.context
  const isOpen = !snapshot.matches('closed')
  useEffect(() => (isOpen ? holdReload() : undefined), [isOpen])
  return {
    view: viewOf(snapshot),
    isOpen,
    recording,
    sound,
    longest: snapshot.context.longest / 1000,
    elapsed: useCallback(() => (browserClock.monotonic() - startedAt) / 1000, [startedAt]),
    start: () => {
      exclusivePlayback.silence()
      send({ type: 'recorder.requested', longest: longest.current })
    },
    stop: () => send({ type: 'recorder.stopped' }),
    send: () => send({ type: 'recorder.sent' }),
    cancel: () => send({ type: 'recorder.cancelled' }),
  }
}

type Snapshot = SnapshotFrom<ReturnType<typeof createRecorderMachine>>

function viewOf(snapshot: Snapshot): RecorderView {
  if (snapshot.matches('closed')) return 'closed'
  if (snapshot.matches({ open: 'reviewing' })) return 'reviewing'
  if (snapshot.matches({ open: 'delivering' })) return 'delivering'
  if (snapshot.matches({ open: { capturing: 'finishing' } })) return 'finishing'
  return snapshot.matches({ open: 'capturing' }) ? 'recording' : 'opening'
}

/** Returns the server's limit of a recording, ms. Requested early; the default until the response [REC-06]. */
const useLongest = () => {
  const { media } = useAccount()
  const longest = useRef(longestRecording(undefined))
  useEffect(() => {
    void media.longestRecording().then((longestAllowed) => {
      longest.current = longestAllowed
    })
  }, [media])
  return longest
}

type Sender = Pick<AccountClient, 'conversations' | 'dispatch'> & {
  readonly media: Pick<AccountClient['media'], 'sendAttachment' | 'uploadLimits'>
}

/**
 * Sends a recording as an audio message of known length, with the quote of the composer. The original is stored first
 * and transcoded to mp3 before upload [MEDIAT-01], so that a closed page loses nothing.
 */
export async function sendRecording(
  account: Sender,
  conversationId: ConversationId,
  { file, seconds }: RecordedSound,
): Promise<Outcome> {
  const { audio: limit } = await account.media.uploadLimits(conversationId)
  const outgoing = { kind: 'audio', file, seconds, preparation: { limit } } as const
  return sendWithQuote(account, conversationId, (quote) =>
    account.media.sendAttachment(conversationId, outgoing, quote),
  )
}
