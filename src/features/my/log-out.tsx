import { useNavigate } from '@tanstack/react-router'
import { LogOut as LogOutIcon } from 'lucide-react'
import { useState } from 'react'
import { useClient } from '#src/app/client-context.tsx'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './my-screen.module.css'

/** Asks once, naming the account and what would be lost, then signs out [ME-23] (DEC-115). */
export const LogOut = ({ name }: { readonly name: string }) => {
  const text = useText()
  const navigate = useNavigate()
  const { authentication } = useClient()
  const [unsentCount, setUnsentCount] = useState<number>()
  const logOut = async () => {
    setUnsentCount(undefined)
    await navigate({ to: paths.signIn, replace: true })
    await authentication.signOut()
  }
  return (
    <div className={styles.danger}>
      <Button
        isWide
        icon={<LogOutIcon aria-hidden="true" />}
        onPress={() => setUnsentCount(authentication.unsentCount())}
      >
        {text('my.log-out')}
      </Button>
      <ConfirmDialog
        title={text('my.log-out-question', { name })}
        isOpen={unsentCount !== undefined}
        confirmLabel={text('my.log-out')}
        isDanger
        onConfirm={() => void logOut()}
        onClose={() => setUnsentCount(undefined)}
      >
        {unsentCount !== undefined && unsentCount > 0 && (
          <p>{text('my.log-out-unsent', { count: unsentCount })}</p>
        )}
        <p>{text('my.log-out-consequence')}</p>
      </ConfirmDialog>
    </div>
  )
}
