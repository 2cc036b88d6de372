import { fromCallback } from 'xstate'
import { askInterval, isLeaderGone } from '#domain/tabs/leader-silence.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { TimerHandle } from '#streams/ports.ts'
import type { LeaderEvent } from './leader-setup.ts'

/**
 * While this tab is seen and follows, asks the leader for a sign of life. A frozen page keeps its locks and cannot
 * answer: its leadership is taken from it (DEC-110). Questions are counted, not time, for a device may have slept.
 */
export const leaderWatch = fromCallback<LeaderEvent, AccountCore>(({ input: core, sendBack }) => {
  const { clock, visibility } = core.ports
  let unanswered = 0
  let timer: TimerHandle | undefined

  const ask = () => {
    timer = undefined
    if (isLeaderGone(unanswered)) return sendBack({ type: 'leader.silent' })
    unanswered += 1
    core.tabs.post({ type: 'ask-leader-state', account: core.userId })
    timer = clock.setTimeout(ask, askInterval)
  }
  const stop = () => {
    if (timer) clock.clearTimeout(timer)
    timer = undefined
    unanswered = 0
  }
  const follow = () => {
    if (!visibility.isVisible()) return stop()
    if (!timer) ask()
  }
  const answers = core.tabs.messages$.subscribe((message) => {
    if (message.type === 'leader-state' && message.account === core.userId) unanswered = 0
  })
  const stopFollowing = visibility.subscribe(follow)
  follow()
  return () => {
    answers.unsubscribe()
    stopFollowing()
    stop()
  }
})
