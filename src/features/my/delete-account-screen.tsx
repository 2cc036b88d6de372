import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { OwnSettings } from '#client/own-settings.ts'
import { useAccount, useClient } from '#src/app/client-context.tsx'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { ErrorState } from '#src/ui/error-state.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { PasswordField } from '#src/ui/text-field.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { useForm } from '../forms/use-form.ts'
import { MyPage, WithOwnSettings } from './my-page.tsx'
import styles from './my-screen.module.css'

/** Says what is lost, has the owner prove the account, and deletes it after a confirmation [ME-05 ME-20]. */
export const DeleteAccountScreen = () => {
  const text = useText()
  return (
    <MyPage titleId="my.delete-account" parent={paths.profile}>
      <section className={styles.card} aria-label={text('my.delete-account.lost')}>
        <p>{text('my.delete-account.lost')}</p>
        <ul className={styles.list}>
          {(['account', 'friends', 'groups', 'device'] as const).map((part) => (
            <li key={part}>{text(`my.delete-account.lost.${part}`)}</li>
          ))}
        </ul>
        <p>{text('my.delete-account.stays')}</p>
      </section>
      <WithOwnSettings>{(settings) => <Proof settings={settings} />}</WithOwnSettings>
    </MyPage>
  )
}

const Proof = ({ settings }: { readonly settings: OwnSettings }) => {
  const text = useText()
  const known = useReadable(settings.hasPassword)
  const [isAsking, setIsAsking] = useState(false)
  const form = useForm({ initial: { password: '' } })
  if (known.status === 'loading') return <SkeletonList rows={1} />
  if (known.status === 'failed') return <ErrorState onRetry={settings.hasPassword.reload} />
  const prove = form.submitting(async ({ password }) => {
    const outcome = await settings.checkPassword(password)
    if (outcome.isOk) setIsAsking(true)
    return outcome
  })
  const ask = (event: FormEvent) => {
    event.preventDefault()
    setIsAsking(true)
  }
  return (
    <form ref={form.element} className={styles.form} noValidate onSubmit={known.value ? prove : ask}>
      {known.value ? (
        <PasswordField
          label={text('my.password.current')}
          description={text('my.delete-account.proof')}
          {...form.field('password')}
        />
      ) : (
        <p className={styles.quiet}>{text('my.delete-account.recent')}</p>
      )}
      <Button type="submit" variant="secondary" isWide isPending={form.isSubmitting}>
        <span className={styles['danger-text']}>{text('my.delete-account')}</span>
      </Button>
      <Question isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </form>
  )
}

interface QuestionProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The last question, which names the account [ME-20 ME-21]. */
const Question = ({ isOpen, onClose }: QuestionProps) => {
  const text = useText()
  const navigate = useNavigate()
  const toasts = useToasts()
  const { authentication } = useClient()
  const name = useReadable(useAccount().profile)?.nickname ?? ''
  const [isDeleting, setIsDeleting] = useState(false)
  const deleteAccount = async () => {
    setIsDeleting(true)
    const outcome = await authentication.deleteAccount()
    setIsDeleting(false)
    onClose()
    if (outcome.isOk) return navigate({ to: paths.signIn, replace: true })
    toasts.show({ kind: 'error', text: outcome.rejection.text ?? text('my.delete-account-failed') })
  }
  return (
    <ConfirmDialog
      title={text('my.delete-account-question', { name })}
      isOpen={isOpen}
      confirmLabel={text('my.delete-account')}
      isDanger
      isPending={isDeleting}
      onConfirm={() => void deleteAccount()}
      onClose={onClose}
    >
      <p>{text('my.delete-account-consequence')}</p>
    </ConfirmDialog>
  )
}
