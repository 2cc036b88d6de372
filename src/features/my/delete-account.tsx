import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useClient } from '#src/app/client-context.tsx'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './my-screen.module.css'

/** Asks once, naming the account and what goes with it, then deletes it for good [ME-05 ME-20 ME-21]. */
export const DeleteAccount = ({ name }: { readonly name: string }) => {
  const text = useText()
  const navigate = useNavigate()
  const toasts = useToasts()
  const { authentication } = useClient()
  const [isAsking, setIsAsking] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const deleteAccount = async () => {
    setIsAsking(false)
    setIsDeleting(true)
    const outcome = await authentication.deleteAccount()
    setIsDeleting(false)
    if (outcome.isOk) return navigate({ to: paths.signIn, replace: true })
    toasts.show({ kind: 'error', text: outcome.refusal.text ?? text('my.delete-account-failed') })
  }
  return (
    <div className={styles.danger}>
      <Button
        isWide
        variant="quiet"
        isPending={isDeleting}
        icon={<Trash2 aria-hidden="true" />}
        onPress={() => setIsAsking(true)}
      >
        {text('my.delete-account')}
      </Button>
      <ConfirmDialog
        title={text('my.delete-account-question', { name })}
        isOpen={isAsking}
        confirmLabel={text('my.delete-account')}
        isDanger
        onConfirm={() => void deleteAccount()}
        onClose={() => setIsAsking(false)}
      >
        <p>{text('my.delete-account-consequence')}</p>
      </ConfirmDialog>
    </div>
  )
}
