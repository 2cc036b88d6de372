import { setup } from 'xstate'
import type { MessageStep } from '#domain/message/message-transitions.ts'

export type MessageLifeEvent =
  | { readonly type: `message.${MessageStep}` }
  /** Its file is at the server. */
  | { readonly type: 'upload.completed' }
  /** A try to send it has begun, or ended without an answer. */
  | { readonly type: 'try.started' | 'try.ended' }

/** What ends a message that the server has, at any time. */
const ends = {
  'message.recalled': 'recalled',
  'message.deleted': 'deleted',
  'message.purged': 'purged',
  'message.burned': 'burned',
} as const

/**
 * The whole life of one message of one's own, as the table in domain/message/message-transitions.ts has it; a test proves both
 * equal, and the log's folds with them, over all paths. It is drawn, not run: a message in flight has an actor of its own,
 * and what has become of the others is folded from the log.
 *
 *            ┌───────────────── retried ─────────────────┐
 *            ▼                                           │
 *   ┌─ pending ───────────────────┐ ── stalled ──► stale ─┤
 *   │ uploading ─► waiting        │ ── failed ──► failed ◄┘ failed
 *   │                ▼ ▲          │
 *   │              sending        │ ── discarded (also stale, failed) ──► discarded
 *   └─────────────────────────────┘                                          │
 *            │ confirmed (also stale, failed) ◄────── confirmed ─────────────┘
 *            ▼
 *          sent ── read ──► read
 *            └─────┬─────────┘
 *                  └──► recalled, deleted, purged, burned
 */
export const messageLifeMachine = setup({
  // XState's own way to name types: the values are never read.
  types: { events: {} as MessageLifeEvent },
}).createMachine({
  id: 'message-life',
  initial: 'pending',
  states: {
    pending: {
      initial: 'uploading',
      on: {
        'message.stalled': 'stale',
        'message.failed': 'failed',
        'message.confirmed': 'sent',
        'message.discarded': 'discarded',
      },
      states: {
        /** What has no file, or one that is at the server, is through with this at once. */
        uploading: { on: { 'upload.completed': 'waiting' } },
        waiting: { on: { 'try.started': 'sending' } },
        sending: { on: { 'try.ended': 'waiting' } },
      },
    },
    stale: {
      on: {
        'message.retried': 'pending',
        'message.failed': 'failed',
        'message.confirmed': 'sent',
        'message.discarded': 'discarded',
      },
    },
    failed: {
      on: { 'message.retried': 'pending', 'message.confirmed': 'sent', 'message.discarded': 'discarded' },
    },
    /** The server may have had it already. */
    discarded: { on: { 'message.confirmed': 'sent' } },
    sent: { on: { 'message.read': 'read', ...ends } },
    read: { on: ends },
    recalled: { type: 'final' },
    deleted: { type: 'final' },
    purged: { type: 'final' },
    burned: { type: 'final' },
  },
})
