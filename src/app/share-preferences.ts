import type { TabChannel } from '#streams/cross-tab/tab-channel.ts'
import type { PreferenceStore } from './preferences.ts'

/** Whether Enter sends is the same in every tab of this device: told when it changes here, followed when it changes there [XTAB-08]. */
export function shareEnterAsSubmit(
  preferences: PreferenceStore,
  { messages$, post }: Pick<TabChannel, 'messages$' | 'post'>,
): void {
  let known = preferences.get().isEnterSubmit
  messages$.subscribe((message) => {
    if (message.type !== 'update-enter-as-submit') return
    known = message.value
    preferences.change({ isEnterSubmit: message.value })
  })
  preferences.subscribe(() => {
    const { isEnterSubmit } = preferences.get()
    if (isEnterSubmit === known || isEnterSubmit === undefined) return
    known = isEnterSubmit
    post({ type: 'update-enter-as-submit', value: isEnterSubmit })
  })
}
