import { useMachine } from '@xstate/react'
import { useCallback, useEffect, useRef } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { AccountClient } from '#client/client.ts'
import type { Outcome } from '#domain/commands/command.ts'
import { longestRecording } from '#domain/limits/configured-limits.ts'
import type { RecordedSound, Recording } from '#machines/recorder/microphone.ts'
import { recorderMachine } from '#machines/recorder/recorder-machine.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useApp } from '#src/app/app-context.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { browserClock } from '#src/app/ports/clock.ts'
import { useRefusalText } from '#src/app/refusal-text.ts'
import { browserMicrophone } from '#src/platform/media/browser-microphone.ts'
import { heardAlone } from '#src/platform/media/heard-alone.ts'
import { useToasts } from '#src/ui/toast.tsx'
import { sendWithQuote } from '../composer/send-with-quote.ts'

/** What the recorder shows. */
export type RecorderView = 'closed' | 'opening' | 'recording' | 'finishing' | 'reviewing' | 'delivering'

export interface Recorder {
  readonly view: RecorderView
  readonly isOpen: boolean
  readonly recording: Recording | undefined
  readonly sound: RecordedSound | undefined
  /** When a recording ends by itself, s. */
  readonly longest: number
  /** How long it has been recording, s. */
  elapsed(): number
  start(): void
  /** Ends the recording, to be listened to. */
  stop(): void
  send(): void
  cancel(): void
}

/** The voice recorder of a conversation; the microphone is closed when the conversation is left [VIEW-18]. */
export const useRecorder = (conversationId: ConversationId, onSent: () => void): Recorder => {
  const { inspection } = useApp()
  const account = useAccount()
  const toasts = useToasts()
  const refusalText = useRefusalText()
  const [snapshot, send] = useMachine(
    recorderMachine.provide({
      actions: {
        tellRefusal: (_, refusal) => toasts.show({ kind: 'warning', text: refusalText(refusal) }),
        tellSent: onSent,
      },
    }),
    {
      input: {
        microphone: browserMicrophone,
        clock: browserClock,
        deliver: (sound) => sendRecording(account, conversationId, sound),
      },
      ...(inspection && { inspect: inspection.inspection.inspect }),
    },
  )
  const longest = useLongest()
  const { recording, sound, startedAt } = snapshot.context
  return {
    view: viewOf(snapshot),
    isOpen: !snapshot.matches('closed'),
    recording,
    sound,
    longest: snapshot.context.longest / 1000,
    elapsed: useCallback(() => (browserClock.monotonic() - startedAt) / 1000, [startedAt]),
    start: () => {
      heardAlone.silence()
      send({ type: 'recorder.requested', longest: longest.current })
    },
    stop: () => send({ type: 'recorder.stopped' }),
    send: () => send({ type: 'recorder.sent' }),
    cancel: () => send({ type: 'recorder.cancelled' }),
  }
}

type Snapshot = SnapshotFrom<typeof recorderMachine>

function viewOf(snapshot: Snapshot): RecorderView {
  if (snapshot.matches('closed')) return 'closed'
  if (snapshot.matches({ open: 'reviewing' })) return 'reviewing'
  if (snapshot.matches({ open: 'delivering' })) return 'delivering'
  if (snapshot.matches({ open: { capturing: 'finishing' } })) return 'finishing'
  return snapshot.matches({ open: 'capturing' }) ? 'recording' : 'opening'
}

/** How long the server lets a recording get, ms; asked for early, and the usual length until it has answered [REC-06]. */
const useLongest = () => {
  const { media } = useAccount()
  const longest = useRef(longestRecording(undefined))
  useEffect(() => {
    void media.longestRecording().then((answered) => {
      longest.current = answered
    })
  }, [media])
  return longest
}

type Sender = Pick<AccountClient, 'conversations' | 'dispatch'> & {
  readonly media: Pick<AccountClient['media'], 'sendAttachment' | 'uploadLimits'>
}

/**
 * Sends what was recorded as an audio message of known length, with what is quoted in the composer. It is kept as it was recorded
 * and made an mp3 before it leaves [MEDIAT-01], so that nothing is lost with the page.
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
