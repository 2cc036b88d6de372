import { useEffect, useState } from 'react'
import type { Rejection } from '#domain/commands/command.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { ErrorState } from '#src/ui/error-state.tsx'
import { SkeletonSwitches } from '#src/ui/skeleton-shapes.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { MyPage, Setting } from './my-page.tsx'
import styles from './my-screen.module.css'

/**
 * The switches in order, and the settings that they change. Every switch is on for more, also where the setting is true
 * for less. The first one includes the three after it.
 */
const switches = [
  { id: 'all', setting: 'isAllMuted', isOnFor: false },
  { id: 'messages', setting: 'isMessageMuted', isOnFor: false },
  { id: 'sound', setting: 'isSoundOff', isOnFor: false },
  { id: 'vibration', setting: 'isVibrationOff', isOnFor: false },
  { id: 'push-names', setting: 'isPushNameHidden', isOnFor: false },
  { id: 'push-text', setting: 'isPushTextShown', isOnFor: true },
] as const

/**
 * The notification settings of this account, for all its devices [NOTIF-01 NOTIF-02]. A switch applies immediately
 * [NOTIF-05].
 */
export const NotificationsScreen = () => {
  return (
    <MyPage titleId="my.notifications">
      <Switches />
    </MyPage>
  )
}

const Switches = () => {
  const text = useText()
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  const { notifications } = useAccount()
  const settings = useReadable(notifications.settings)
  const { failure, load } = useLoading()
  if (settings === undefined) {
    if (failure === undefined) return <SkeletonSwitches rows={switches.length} />
    return <ErrorState title={rejectionText(failure)} onRetry={load} />
  }
  const change = async ({ setting, isOnFor }: (typeof switches)[number], isOn: boolean) => {
    const outcome = await notifications.change({ [setting]: isOn === isOnFor })
    if (!outcome.isOk) toasts.show({ kind: 'error', text: rejectionText(outcome.rejection) })
  }
  return (
    <section className={styles.card} aria-label={text('my.notifications')}>
      {switches.map((each) => {
        const { id, setting, isOnFor } = each
        const value = settings[setting]
        // A server without push has no settings of it.
        if (value === undefined) return null
        return (
          <Setting key={id} id={id}>
            <Switch
              label={text(`my.notifications.${id}`)}
              isOn={value === isOnFor}
              onChange={(next) => void change(each, next)}
            />
          </Setting>
        )
      })}
    </section>
  )
}

/** Fetches the settings when the page opens. The known ones are shown meanwhile. */
const useLoading = () => {
  const { notifications } = useAccount()
  const [failure, setFailure] = useState<Rejection>()
  const load = () => {
    setFailure(undefined)
    void notifications.load().then((outcome) => setFailure(outcome.isOk ? undefined : outcome.rejection))
  }
  useEffect(load, [notifications])
  return { failure, load }
}
