import { useBlocker } from '@tanstack/react-router'
import { useCallback } from 'react'
import { shortestRecording } from '#domain/limits/configured-limits.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { isAuthPath } from '#src/routes/route-table.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { useText } from '#src/ui/use-text.ts'
import { pathOf } from '../../conversation-list/link-to.ts'
import type { Recorder } from './use-recorder.ts'

interface DiscardQuestionProps {
  readonly conversationId: ConversationId
  readonly recorder: Recorder
}

/** Asks before leaving the conversation or the page discards a recording. Recording pauses meanwhile. */
export const DiscardQuestion = ({ conversationId, recorder }: DiscardQuestionProps) => {
  const text = useText()
  const { view, elapsed, stop, cancel } = recorder
  const shouldBlockFn = useCallback(
    ({ next }: { readonly next: { readonly pathname: string } }) => {
      const isAsked = asksBeforeLeaving(conversationId, { view, elapsed }, next.pathname)
      if (isAsked && view === 'recording') stop()
      return isAsked
    },
    [conversationId, view, elapsed, stop],
  )
  const leaving = useBlocker({
    shouldBlockFn,
    enableBeforeUnload: () => isWorthKeeping({ view, elapsed }),
    withResolver: true,
  })
  return (
    <ConfirmDialog
      title={text('conversation.recording.discard-question')}
      isOpen={leaving.status === 'blocked'}
      isDanger
      confirmLabel={text('conversation.recording.discard')}
      onConfirm={() => {
        cancel()
        leaving.proceed?.()
      }}
      onClose={() => leaving.reset?.()}
    >
      <p>{text('conversation.recording.discard-consequence')}</p>
    </ConfirmDialog>
  )
}

/**
 * Returns whether navigation to a path would discard a recording. One being sent is safe, and sub-routes of the
 * conversation keep it.
 */
export const asksBeforeLeaving = (
  id: ConversationId,
  recorder: Pick<Recorder, 'view' | 'elapsed'>,
  pathname: string,
): boolean => {
  const own = pathOf(id)
  const isWithin = pathname === own || pathname.startsWith(`${own}/`)
  return !isWithin && !isAuthPath(pathname) && isWorthKeeping(recorder)
}

/** Returns whether the recording is long enough to send. */
const isWorthKeeping = ({ view, elapsed }: Pick<Recorder, 'view' | 'elapsed'>): boolean => {
  if (view === 'recording') return elapsed() * 1000 >= shortestRecording
  return view === 'finishing' || view === 'reviewing'
}
