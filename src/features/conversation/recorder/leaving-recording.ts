import { shortestRecording } from '#domain/limits/configured-limits.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { isAuthPath } from '#src/routes/route-table.ts'
import { pathOf } from '../../conversation-list/link-to.ts'
import type { Recorder } from './use-recorder.ts'

/** Whether a recording would be lost by going to this path; what is sent goes on, and what opens over the conversation keeps it. */
export const asksBeforeLeaving = (
  id: ConversationId,
  recorder: Pick<Recorder, 'view' | 'elapsed'>,
  pathname: string,
): boolean => {
  const own = pathOf(id)
  const isWithin = pathname === own || pathname.startsWith(`${own}/`)
  return !isWithin && !isAuthPath(pathname) && isWorthKeeping(recorder)
}

/** Whether there is something that could be sent. */
export const isWorthKeeping = ({ view, elapsed }: Pick<Recorder, 'view' | 'elapsed'>): boolean => {
  if (view === 'recording') return elapsed() * 1000 >= shortestRecording
  return view === 'finishing' || view === 'reviewing'
}
