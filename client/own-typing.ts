import { type Activity, typingEndsAfter, typingRepeatedAfter } from '#domain/conversation/typing.ts'
import type { AccountCore } from '#machines/account/account-core.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { toTypingFrame } from '#schemas/translate/outgoing.ts'
import { getTypingSetting, setTypingSetting, type TypingSetting } from '#streams/api/account.ts'
import {
  type AccountSettings,
  createAccountSettings,
  settingsIn,
} from '#streams/cross-tab/account-settings.ts'
import { untilLogCloses } from '#streams/log/until-log-closes.ts'
import type { TimerHandle } from '#streams/ports.ts'
import type { AccountLookups } from './account-lookups.ts'

/** Shows others that this user types or records, if the server can and the user wants it (DEC-245). */
export interface OwnTyping {
  /** Whether the user shows typing, and sees it of others. */
  readonly setting: AccountSettings<TypingSetting>
  /** Shows an activity to others for some seconds. Call it at each key; it limits how often it sends. */
  reportActivity(conversation: ConversationId, activity: Activity): void
  /** Ends the activity for others, because the user has stopped without sending. */
  endActivity(conversation: ConversationId): void
  /** Shows an activity to others until the returned function is called. */
  repeatActivity(conversation: ConversationId, activity: Activity): () => void
}

type TypingCore = Pick<
  AccountCore,
  'caller' | 'tabs' | 'userId' | 'link' | 'log' | 'ports' | 'settingsChanged$'
>

/** The shortest time between two requests for the setting, ms. */
const retryAfter = 30_000

interface SentActivity {
  readonly conversation: ConversationId
  readonly activity: Activity
  /** Monotonic ms. */
  readonly at: number
  readonly isStopped: boolean
}

/** Creates the operations. Until the extensions of the server and the setting are known, nothing is sent. */
export function createOwnTyping(
  core: TypingCore,
  lookups: Pick<AccountLookups, 'settings' | 'extensions'>,
): OwnTyping {
  const { link, tabs, userId: account } = core
  const { clock, visibility } = core.ports
  const setting = createTypingSetting(core)
  core.settingsChanged$.pipe(untilLogCloses(core.log)).subscribe(() => {
    if (setting.settings.get()) void setting.load()
  })
  let last: SentActivity | undefined
  let requestedAt = Number.NEGATIVE_INFINITY
  /** The last activity that was reported while the setting was unknown. */
  let pending: Omit<SentActivity, 'isStopped'> | undefined

  const isOffered = () => lookups.extensions.get().has('typing')
  /** Requests the extensions of the server and the setting, unless they are known. Then reports the pending activity. */
  const prepare = async () => {
    if (clock.monotonic() - requestedAt < retryAfter) return
    requestedAt = clock.monotonic()
    if (!isOffered()) await lookups.settings.fresh()
    if (isOffered()) await setting.load()
    const activity = pending
    pending = undefined
    if (activity && setting.settings.get() && isSeen(activity))
      reportActivity(activity.conversation, activity.activity)
  }
  /** Whether others may still see an activity. */
  const isSeen = ({ at }: Pick<SentActivity, 'at'>) => clock.monotonic() - at < typingEndsAfter
  const send = (conversation: ConversationId, activity: Activity | undefined) => {
    if (link.isReady()) link.sendNow(toTypingFrame(conversation, activity))
    else tabs.post({ type: 'own-typing', account, conversation, ...(activity && { activity }) })
  }
  const reportActivity = (conversation: ConversationId, activity: Activity) => {
    if (!visibility.isVisible()) return
    const at = clock.monotonic()
    const isWanted = setting.settings.get()?.isShown
    if (isWanted === undefined) {
      pending = { conversation, activity, at }
      void prepare()
    }
    if (!isWanted) return
    const isSame = last?.conversation === conversation && last.activity === activity
    if (isSame && last && at - last.at < typingRepeatedAfter) return
    last = { conversation, activity, at, isStopped: false }
    send(conversation, activity)
  }
  const endActivity = (conversation: ConversationId) => {
    pending = undefined
    if (last?.conversation !== conversation || last.isStopped) return
    const wasSeen = isSeen(last)
    // Its time stays, so that stopping and starting again sends no more frames than continuous typing.
    last = { ...last, isStopped: true }
    if (wasSeen) send(conversation, undefined)
  }
  void prepare()
  return {
    setting,
    reportActivity,
    endActivity,
    repeatActivity(conversation, activity) {
      let timer: TimerHandle
      const repeat = () => {
        reportActivity(conversation, activity)
        timer = clock.setTimeout(repeat, typingRepeatedAfter)
      }
      repeat()
      return () => {
        clock.clearTimeout(timer)
        endActivity(conversation)
      }
    },
  }
}

const createTypingSetting = ({ caller, log, tabs, userId: account }: TypingCore) =>
  createAccountSettings<TypingSetting>({
    log,
    load: () => getTypingSetting(caller),
    save: (_changes, next) => setTypingSetting(caller, next),
    publish: (settings) => tabs.post({ type: 'typing-setting', account, settings }),
    received$: settingsIn(tabs, (message) =>
      message.type === 'typing-setting' && message.account === account ? message.settings : undefined,
    ),
  })
