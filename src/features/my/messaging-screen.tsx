import { Sticker, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useApp } from '#src/app/app-context.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useRejectionText } from '#src/app/rejection-text.ts'
import { useEnterChoice } from '#src/app/use-enter-choice.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import { MyPage, Setting } from './my-page.tsx'
import styles from './my-screen.module.css'
import { Entry } from './my-screen.tsx'

/** What Enter does, the own stickers, and clearing all conversations [SET-09]. */
export const MessagingScreen = () => (
  <MyPage titleId="my.messaging">
    <EnterChoice />
    <div className={styles.group}>
      <Entry to={paths.stickers} icon={Sticker} titleId="stickers.title" />
    </div>
    <Setting id="clear">
      <ClearChat />
    </Setting>
  </MyPage>
)

/**
 * Whether Enter sends. Without effect on desktops and embedded pages, where Enter always sends (DEC-105), and fixed by an
 * opening link that says so [SET-19].
 */
const EnterChoice = () => {
  const text = useText()
  const { preferences } = useApp()
  const { doesSend, hasChoice, isFixed } = useEnterChoice()
  if (!hasChoice) return null
  return (
    <section className={styles.card} aria-label={text('my.messaging')}>
      <Setting id="enter">
        <Switch
          label={text('my.messaging.enter')}
          description={text(isFixed ? 'my.messaging.enter.fixed' : 'my.messaging.enter.hint')}
          isOn={doesSend}
          isDisabled={isFixed}
          onChange={(isOn) => preferences.change({ isEnterSubmit: isOn })}
        />
      </Setting>
    </section>
  )
}

/** Clears the messages of all conversations on this device after a confirmation; unsent ones stay [SET-09 SET-10]. */
const ClearChat = () => {
  const text = useText()
  const toasts = useToasts()
  const rejectionText = useRejectionText()
  const { clearAllConversations } = useAccount()
  const [isAsking, setIsAsking] = useState(false)
  const [isClearing, setIsClearing] = useState(false)
  const clear = async () => {
    setIsAsking(false)
    setIsClearing(true)
    const outcome = await clearAllConversations()
    setIsClearing(false)
    toasts.show(
      outcome.isOk
        ? { kind: 'success', text: text(outcome.value.key) }
        : { kind: 'error', text: rejectionText(outcome.rejection) },
    )
  }
  return (
    <div className={styles.danger}>
      <Button
        isWide
        variant="quiet"
        isPending={isClearing}
        icon={<Trash2 aria-hidden="true" />}
        onPress={() => setIsAsking(true)}
      >
        {text('my.messaging.clear')}
      </Button>
      <ConfirmDialog
        title={text('my.messaging.clear.question')}
        isOpen={isAsking}
        confirmLabel={text('my.messaging.clear.confirm')}
        isDanger
        onConfirm={() => void clear()}
        onClose={() => setIsAsking(false)}
      >
        <p>{text('my.messaging.clear.consequence')}</p>
      </ConfirmDialog>
    </div>
  )
}
